package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A writer that is as fast as can be: it does something whole between every two calls of a reader.
 * The reader comes to an end all the same, after a bounded number of calls, and shows one moment
 * that is no earlier than its call.
 *
 * <p>Where memtables are flushed at every few calls, cursors of the writer keep its tables: no
 * reader could open one that is merged away within ten calls.
 */
final class FullSpeed {

  /** More than any look takes here. */
  private static final int CALLS_MAX = 3000;

  private static final int MEMTABLE_BYTES = 48 << 10;
  private static final int WARM_UP = 120;
  private static final int LOOKS = 3;

  /** What the writer does between two calls. */
  enum Pace {
    /** A write, so that memtables are full now and then, and tables are merged. */
    WRITE(false) {
      @Override
      void step(Db db, int number) {
        write(db, number, 300);
      }
    },
    /** As many bytes as fill a memtable in four steps. */
    BATCH(true) {
      @Override
      void step(Db db, int number) {
        writeToOne(db, number, MEMTABLE_BYTES / 4);
      }
    },
    /** A write, and it is flushed. */
    FLUSH(true) {
      @Override
      void step(Db db, int number) {
        writeToOne(db, number, 300);
        db.flush();
      }
    },
    /** A write, and now and then one of two keyspaces is flushed: the log is kept for the other. */
    FLUSH_ONE(false) {
      @Override
      void step(Db db, int number) {
        write(db, number, 300);
        if (number % 60 == 0) {
          db.keyspace(number % 120 == 0 ? "default" : OTHER).flush();
        }
      }
    },
    /** Tables join. */
    INGEST(true) {
      @Override
      void step(Db db, int number) {
        db.ingest(
            List.of(Map.entry(MARK, value(number, 300))).iterator(), IngestOptions.ofMemory(4096));
        db.put(LATER, value(number, 30));
      }
    };

    private final boolean keepsTables;

    Pace(boolean keepsTables) {
      this.keepsTables = keepsTables;
    }

    abstract void step(Db db, int number);
  }

  private static final String OTHER = "other";
  private static final byte[] MARK = Bytes.of("mark").array();
  private static final byte[] LATER = Bytes.of("later").array();

  private final SimulatedDisk disk = new SimulatedDisk();
  private int written;
  private int calls;
  private final List<Cursor> held = new ArrayList<>();

  private static void writeToOne(Db db, int number, int bytes) {
    WriteBatch batch = new WriteBatch();
    batch.put(MARK, value(number, 30));
    batch.put(Bytes.of("key" + number % 1000).array(), value(number, bytes));
    db.write(batch);
  }

  /** Both keyspaces hold the number of the last batch. */
  private static void write(Db db, int number, int bytes) {
    WriteBatch batch = new WriteBatch();
    batch.put(MARK, value(number, bytes));
    batch.put(Bytes.of("key" + number % 1000).array(), value(number, bytes));
    batch.in(db.keyspace(OTHER)).put(MARK, value(number, 30));
    db.write(batch);
  }

  private static byte[] value(int number, int bytes) {
    return ByteBuffer.allocate(bytes).putInt(number).array();
  }

  private static int number(byte[] value) {
    return ByteBuffer.wrap(value).getInt();
  }

  /** Opens readers and refreshes them; fails where that does not come to an end. */
  void run(Pace pace) {
    DbOptions options = DbOptions.builder().memTableBytes(MEMTABLE_BYTES).build();
    try (Db writer = Stores.open(disk, options)) {
      writer.keyspace(OTHER);
      for (int i = 0; i < WARM_UP; i++) {
        pace.step(writer, ++written);
      }
      Disk seen = Between.calls(disk, () -> go(pace, writer));
      for (int i = 0; i < LOOKS; i++) {
        int before = begin();
        try (DbReader reader = Stores.openReadOnly(seen, options)) {
          check(pace, reader, before);
          for (int look = 0; look < LOOKS; look++) {
            before = begin();
            assertTrue(reader.refresh());
            check(pace, reader, before);
          }
        }
      }
    }
  }

  private int begin() {
    calls = 0;
    held.forEach(Cursor::close);
    held.clear();
    return written;
  }

  private void go(Pace pace, Db writer) {
    assertTrue(++calls < CALLS_MAX, "the look does not come to an end");
    pace.step(writer, ++written);
    if (pace.keepsTables) {
      held.add(writer.scan(KeyRange.all()));
    }
  }

  /** Nothing is read from the disk that was not open before, so the writer stands still. */
  private void check(Pace pace, DbReader reader, int before) {
    int seen = number(reader.get(MARK));
    assertTrue(seen >= before, () -> "shows " + seen + ", and " + before + " was written before");
    if (pace == Pace.INGEST) {
      int later = number(reader.get(LATER));
      assertTrue(later == seen || later == seen - 1, () -> later + " beside " + seen);
      return;
    }
    if (pace == Pace.WRITE || pace == Pace.FLUSH_ONE) {
      assertEquals(seen, number(reader.keyspace(OTHER).get(MARK)));
    }
    try (Cursor cursor = reader.scan(KeyRange.prefix(Bytes.of("key").array()))) {
      int newest = 0;
      while (cursor.next()) {
        newest = Math.max(newest, number(cursor.value()));
      }
      assertEquals(seen, newest);
    }
  }
}
