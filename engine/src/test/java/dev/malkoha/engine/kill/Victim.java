package dev.malkoha.engine.kill;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The process that is killed: writes streams to a store, one a thread, and reports the number of
 * each write on standard output as soon as it is acknowledged.
 */
final class Victim {

  /** Bytes of a report: the stream, then the number of the write. */
  static final int REPORT_BYTES = 2 * Integer.BYTES;

  private static final OutputStream REPORTS = new FileOutputStream(FileDescriptor.out);

  private Victim() {}

  /** Small enough for flushes and compactions to run all the time. */
  static DbOptions options() {
    return DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).build();
  }

  /** Arguments: the directory, the seed, and for each stream the number of its first write. */
  public static void main(String[] arguments) {
    Db db = Db.open(Path.of(arguments[0]), options());
    long seed = Long.parseLong(arguments[1]);
    for (int id = 0; id < arguments.length - 2; id++) {
      WriteStream stream = new WriteStream(id, seed);
      int first = Integer.parseInt(arguments[id + 2]);
      new Thread(() -> write(db, stream, first)).start();
    }
  }

  private static void write(Db db, WriteStream stream, int first) {
    for (int number = first; ; number++) {
      stream.change(number).applyTo(db);
      report(stream.id(), number);
    }
  }

  private static synchronized void report(int stream, int number) {
    try {
      REPORTS.write(ByteBuffer.allocate(REPORT_BYTES).putInt(stream).putInt(number).array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
