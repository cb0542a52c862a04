package dev.malkoha.cli.input;

import java.util.Locale;

/**
 * The kinds of text file that entries are read from: two columns, or one object a line. All are
 * UTF-8, and a byte order mark in front is no part of the first entry.
 */
public enum InputFormat {
  /** Key, tab, value; backslash escapes as {@link Escapes} has them. */
  TSV,
  /** Key, comma, value; fields may be quoted and a quoted field may hold line ends (RFC 4180). */
  CSV,
  /** On each line an object with a string {@code "key"} and a {@code "value"}. */
  JSON,
  /** The output of RocksDB's {@code ldb dump --hex}: {@code 0xKEY ==> 0xVALUE}. */
  LDB;

  /**
   * The format that a file's name tells: {@code .csv}, {@code .ldb}, {@code .json}, {@code .jsonl}
   * or {@code .ndjson}, and TSV for every other name.
   */
  public static InputFormat ofName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return CSV;
    }
    if (name.endsWith(".ldb")) {
      return LDB;
    }
    return name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson")
        ? JSON
        : TSV;
  }
}
