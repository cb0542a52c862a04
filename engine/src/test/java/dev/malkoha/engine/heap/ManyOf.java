package dev.malkoha.engine.heap;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Very many keyspaces, cursors, snapshots, and stores that are closed but still referred to. */
final class ManyOf {

  private static final int KEYSPACES = 600;
  private static final int MANY_KEYSPACES = 20_000;

  /** What an empty keyspace may take, with all that the store knows of it. */
  private static final long KEYSPACE_BYTES = 2 << 10;

  /** What the measurement may be wrong by. */
  private static final long OTHER_BYTES = 200_000;

  private static final int CURSORS = 5_000;
  private static final int SNAPSHOTS = 50_000;
  private static final int STORES = 8;
  private static final int MEMTABLE_BYTES = 4 << 20;
  private static final long ELSE_BYTES = 14 << 20;

  private ManyOf() {}

  private static DbOptions options() {
    return DbOptions.builder().memTableBytes(MEMTABLE_BYTES).blockCacheBytes(1 << 20).build();
  }

  static void emptyKeyspaces(Path directory) {
    emptyKeyspaces(directory, KEYSPACES);
  }

  static void twentyThousandKeyspaces(Path directory) {
    emptyKeyspaces(directory, MANY_KEYSPACES);
  }

  /** They take as little when they are made as when they are there at the opening. */
  private static void emptyKeyspaces(Path directory, int count) {
    Db.open(directory, options()).close();
    long before;
    try (Db db = Db.open(directory, options())) {
      before = Live.bytes();
      for (int i = 0; i < count; i++) {
        db.keyspace("keyspace " + i);
      }
      Live.check(before, count * KEYSPACE_BYTES + OTHER_BYTES, count + " keyspaces made");
    }
    try (Db db = Db.open(directory, options())) {
      Live.check(before, count * KEYSPACE_BYTES + OTHER_BYTES, count + " keyspaces opened");
      Keyspace last = db.keyspace("keyspace " + (count - 1));
      for (int i = 0; i < 10_000; i++) {
        last.put(bytes(i), new byte[1000]);
      }
      db.flush();
    }
    try (DbReader db = Db.openReadOnly(directory, options())) {
      Live.check(before, 2L * count * KEYSPACE_BYTES + ELSE_BYTES, count + " opened to be read");
      if (db.keyspace("keyspace " + (count - 1)).get(bytes(9_999)) == null) {
        throw new AssertionError("what was written is not there");
      }
    }
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static void write(Db db, int from, int count) {
    for (int i = from; i < from + count; i++) {
      db.put(bytes(i), new byte[1000]);
    }
  }

  /** All of one moment, of which one cursor holds as much as any number. */
  static void cursors(Path directory) {
    try (Db db = Db.open(directory, options())) {
      write(db, 0, 10_000);
      List<Cursor> open = new ArrayList<>();
      for (int i = 0; i < CURSORS; i++) {
        Cursor cursor = db.scan(KeyRange.atLeast(bytes(i)));
        if (!cursor.next()) {
          throw new AssertionError("there is no entry " + i);
        }
        open.add(cursor);
      }
      write(db, 10_000, 60_000);
      for (Cursor cursor : open) {
        if (!cursor.next()) {
          throw new AssertionError("an entry is missing");
        }
      }
      open.forEach(Cursor::close);
    }
  }

  static void snapshots(Path directory) {
    long before = Live.bytes();
    try (Db db = Db.open(directory, options())) {
      List<Snapshot> open = new ArrayList<>();
      for (int i = 0; i < SNAPSHOTS; i++) {
        db.put(bytes(i), new byte[1000]);
        open.add(db.snapshot());
      }
      Live.check(
          before,
          options().memoryBytesMax() + SNAPSHOTS * 400L + ELSE_BYTES,
          SNAPSHOTS + " snapshots");
      open.forEach(Snapshot::close);
    }
  }

  /** Whoever goes on referring to a closed store, or to what came from it, keeps no memtable. */
  static void closedStores(Path directory) {
    List<Object> kept = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < STORES; i++) {
      DbOptions options =
          DbOptions.builder().memTableBytes(2 * MEMTABLE_BYTES).blockCacheBytes(1 << 20).build();
      Db db = Db.open(directory.resolveSibling("store-" + i), options);
      write(db, 0, 3_000); // too little for closing to flush it
      kept.add(db);
      kept.add(db.keyspace("other"));
      kept.add(db.snapshot());
      Cursor cursor = db.scan(KeyRange.all());
      cursor.next();
      kept.add(cursor);
      cursor.close();
      db.close();
      DbReader reading = Db.openReadOnly(directory.resolveSibling("store-" + i), options);
      kept.add(reading.snapshot());
      kept.add(reading);
      reading.close();
      if (i == 0) {
        before = Live.bytes();
      }
    }
    Live.check(before, (STORES - 1) * 300_000L, kept.size() + " things of closed stores");
  }
}
