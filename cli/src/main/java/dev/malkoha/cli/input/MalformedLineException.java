package dev.malkoha.cli.input;

/** Says why one line of an input holds no entry; which line it is, the reader adds. */
final class MalformedLineException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;

  MalformedLineException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
