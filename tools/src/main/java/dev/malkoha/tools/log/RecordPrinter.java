package dev.malkoha.tools.log;

import java.io.IOException;

/** Puts the payload of a record into words: the log itself does not know what it holds. */
@FunctionalInterface
public interface RecordPrinter {

  /** Writes a description of the record, without a line end, to {@code out}. */
  void print(byte[] buffer, int offset, int length, Appendable out) throws IOException;

  /** Says nothing of the payload. */
  RecordPrinter NONE = (buffer, offset, length, out) -> {};
}
