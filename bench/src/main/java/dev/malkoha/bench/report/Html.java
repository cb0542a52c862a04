package dev.malkoha.bench.report;

/** Text inside HTML. */
final class Html {

  private Html() {}

  /** The text with the five characters that mean something replaced. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
