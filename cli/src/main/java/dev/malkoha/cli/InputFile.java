package dev.malkoha.cli;

import dev.malkoha.cli.input.InputFormat;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A text file of entries that a command was given, or standard input for {@code -}. */
public final class InputFile {

  /** Faults shown one by one; of more only the number is told. */
  private static final int SHOWN_FAULTS = 5;

  private final String name;
  private final @Nullable String format;
  private final Terminal terminal;
  private long faults;

  /** The file of that name, in that format or, without one, in what the name says. */
  public InputFile(String name, @Nullable String format, Terminal terminal) {
    this.name = name;
    this.format = format;
    this.terminal = terminal;
  }

  /**
   * How its lines are to be read.
   *
   * @throws IllegalArgumentException if there is no such format
   */
  public InputFormat format() {
    if (format == null) {
      return InputFormat.ofName(name);
    }
    try {
      return InputFormat.valueOf(format.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--format is tsv, csv, json or ldb, not " + format, e);
    }
  }

  /**
   * Opens it.
   *
   * @throws IllegalArgumentException if it is no file that can be read
   */
  public InputStream open() {
    if (name.equals("-")) {
      return terminal.in;
    }
    try {
      return new BufferedInputStream(new FileInputStream(name));
    } catch (FileNotFoundException e) {
      throw new IllegalArgumentException("cannot read the input file " + e.getMessage(), e);
    }
  }

  /** Tells of a line that holds no entry. */
  public void malformed(long line, String reason) {
    faults++;
    if (faults <= SHOWN_FAULTS) {
      terminal.tell("malkoha: line " + line + ": " + reason);
    } else if (faults == SHOWN_FAULTS + 1) {
      terminal.tell("malkoha: more malformed lines follow");
    }
  }
}
