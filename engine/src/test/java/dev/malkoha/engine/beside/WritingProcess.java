package dev.malkoha.engine.beside;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import java.io.IOException;
import java.nio.file.Path;

/** The process that writes beside a reader. */
final class WritingProcess {

  /** How many batches are asked for at a time. */
  static final int BATCHES_A_BYTE = 37;

  private WritingProcess() {}

  /** Small enough for flushes and compactions to run all the time. */
  static DbOptions options() {
    return DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).build();
  }

  /**
   * Arguments: the directory. Writes so many batches for each byte on standard input, up to its
   * end.
   */
  public static void main(String[] arguments) throws IOException {
    try (Db db = Db.open(Path.of(arguments[0]), options())) {
      int number = 1;
      while (System.in.read() >= 0) {
        for (int i = 0; i < BATCHES_A_BYTE; i++) {
          NumberedBatches.write(db, number++);
        }
      }
    }
  }
}
