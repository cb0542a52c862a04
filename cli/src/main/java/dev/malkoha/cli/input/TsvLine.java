package dev.malkoha.cli.input;

/** A line of two columns with a tab between them. */
final class TsvLine {

  private TsvLine() {}

  static Entry parse(byte[] line) throws MalformedLineException {
    int tab = indexOfTab(line, 0);
    if (tab == line.length) {
      throw new MalformedLineException("no tab between key and value");
    }
    if (indexOfTab(line, tab + 1) < line.length) {
      throw new MalformedLineException("more than one tab; write a tab inside a value as \\t");
    }
    return new Entry(Escapes.unescape(line, 0, tab), Escapes.unescape(line, tab + 1, line.length));
  }

  private static int indexOfTab(byte[] line, int from) {
    int at = from;
    while (at < line.length && line[at] != '\t') {
      at++;
    }
    return at;
  }
}
