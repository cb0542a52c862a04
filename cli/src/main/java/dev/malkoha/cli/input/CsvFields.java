package dev.malkoha.cli.input;

import java.util.ArrayList;
import java.util.List;

/** The fields of one record, which is given line by line. */
final class CsvFields {

  private final List<String> fields = new ArrayList<>();
  private final StringBuilder field = new StringBuilder();
  private boolean quoted;

  /** All fields, once the record has ended. */
  List<String> all() {
    return fields;
  }

  /** Takes a line without its end; whether the record goes on in the next one. */
  boolean goOn(String line) throws MalformedLineException {
    int at = 0;
    while (true) {
      if (!quoted && line.startsWith("\"", at)) {
        quoted = true;
        at++;
      }
      at = quoted ? quoted(line, at) : plain(line, at);
      if (quoted) {
        return true;
      }
      fields.add(field.toString());
      field.setLength(0);
      if (at == line.length()) {
        return false;
      }
      at++; // the comma
    }
  }

  /** Takes the end of a line after which the record goes on. */
  void lineEnd(String end) {
    field.append(end);
  }

  /** Takes what is between quotes, from there on, and says where it ends. */
  private int quoted(String line, int from) throws MalformedLineException {
    int at = from;
    int quote = line.indexOf('"', at);
    while (quote >= 0 && line.startsWith("\"", quote + 1)) { // two stand for one
      field.append(line, at, quote + 1);
      at = quote + 2;
      quote = line.indexOf('"', at);
    }
    int end = quote < 0 ? line.length() : quote;
    field.append(line, at, end);
    quoted = quote < 0;
    if (!quoted && end + 1 < line.length() && line.charAt(end + 1) != ',') {
      throw new MalformedLineException("a character behind the closing quote of a field");
    }
    return end + 1;
  }

  private int plain(String line, int from) throws MalformedLineException {
    int comma = line.indexOf(',', from);
    int end = comma < 0 ? line.length() : comma;
    field.append(line, from, end);
    if (field.indexOf("\"") >= 0) {
      throw new MalformedLineException("a quote inside a field that does not begin with one");
    }
    if (field.indexOf("\r") >= 0) {
      throw new MalformedLineException("a carriage return inside a field that has no quotes");
    }
    return end;
  }
}
