package dev.malkoha.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A file that a command writes for its user, replacing what is there. */
public final class OutputFile {

  /** The name of a report's one page. */
  public static final String PAGE = "index.html";

  private OutputFile() {}

  /** Writes text as UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes. */
  public static void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = new FileOutputStream(file.toFile())) {
      out.write(bytes);
    }
  }

  /** Writes the one page of a report into a directory, which is made where there is none. */
  public static Path writePage(Path directory, String html) throws IOException {
    makeDirectory(directory);
    Path page = directory.resolve(PAGE);
    write(page, html);
    return page;
  }

  /**
   * Makes a directory where there is none.
   *
   * @throws IOException if that is not possible
   */
  public static void makeDirectory(Path directory) throws IOException {
    if (!directory.toFile().isDirectory() && !directory.toFile().mkdirs()) {
      throw new IOException("cannot make the directory " + directory);
    }
  }
}
