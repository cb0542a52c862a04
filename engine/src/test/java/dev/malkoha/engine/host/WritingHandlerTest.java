package dev.malkoha.engine.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store whose log lines are kept in the store itself, by a handler of the program. */
@Timeout(60)
final class WritingHandlerTest {

  /** More than the memtables take: to write so much, a flush has to end. */
  private static final int LINES = 100;

  private static final DbOptions OPTIONS = DbOptions.builder().memTableBytes(16 << 10).build();

  @TempDir private Path directory;

  /** Where the flush told its own line, it would wait for the writer that waits for the flush. */
  @Test
  void aHandlerMayWriteIntoTheStoreThatItIsToldOf() throws Exception {
    try (Db db = Db.open(directory, OPTIONS);
        WritingHandler log = new WritingHandler(db, () -> write(db))) {
      db.put(key(0), key(0));
      db.flush();
      log.written.get();
      assertEquals(LINES, db.count(KeyRange.all()));
    }
  }

  @Test
  void aClosedStoreHasToldItsLinesInOrder() {
    Db db = Db.open(directory, OPTIONS);
    try (WritingHandler log = new WritingHandler(db, () -> {})) {
      for (int i = 0; i < 20; i++) {
        db.put(key(i), key(i));
        db.flush();
      }
      db.close();
      List<String> lines = List.copyOf(log.lines);
      assertTrue(lines.getLast().startsWith("closed"), lines::toString);
      assertEquals(20, lines.stream().filter(line -> line.startsWith("flushed a growing")).count());
    }
  }

  private static void write(Db db) {
    assertSame(ClassLoader.getSystemClassLoader(), Thread.currentThread().getContextClassLoader());
    for (int i = 0; i < LINES; i++) {
      db.withDurability(Durability.SYNC).put(key(i), new byte[1_000]);
    }
  }

  private static byte[] key(int number) {
    byte[] key = new byte[Integer.BYTES];
    Bytes.putInt(key, 0, number);
    return key;
  }

  /** Keeps the lines of a store, and does something when it is first told of a flush. */
  private static final class WritingHandler extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.malkoha.engine");
    private final Level before = logger.getLevel();
    private final String store;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final FutureTask<Boolean> written;

    private WritingHandler(Db db, Runnable whenFlushed) {
      store = db.directory() + ": ";
      written = new FutureTask<>(whenFlushed, true);
      logger.setLevel(Level.FINE);
      logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
      if (line.getMessage().startsWith(store)) {
        lines.add(line.getMessage().substring(store.length()));
        if (line.getMessage().contains("flushed")) {
          written.run();
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
      logger.setLevel(before);
    }
  }
}
