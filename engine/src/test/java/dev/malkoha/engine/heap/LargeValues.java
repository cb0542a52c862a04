package dev.malkoha.engine.heap;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import java.nio.file.Path;
import java.util.Arrays;

/** Values that take a fifth of the heap: written, flushed, compacted, read and walked over. */
final class LargeValues {

  private static final byte[] KEY = {1};
  private static final int MIB = 1 << 20;
  private static final int LARGE = 32 * MIB;
  private static final int LARGEST = 256 * MIB;
  private static final int STRIDE = 4099;
  private static final int MANY_LENGTH = 10 * MIB;
  private static final int IN_A_ROW = 40;

  private LargeValues() {}

  private static DbOptions options(int valueFileThreshold) {
    return DbOptions.builder()
        .memTableBytes(4 * MIB)
        .blockCacheBytes(4 * MIB)
        .valueFileThreshold(valueFileThreshold)
        .build();
  }

  static void inTable(Path directory) {
    keep(directory, LARGE, 0);
  }

  static void apart(Path directory) {
    keep(directory, LARGE, 4096);
  }

  static void largestInTable(Path directory) {
    keep(directory, LARGEST, 0);
  }

  static void largestApart(Path directory) {
    keep(directory, LARGEST, 4096);
  }

  private static byte[] value(int length, int seed) {
    byte[] value = new byte[length];
    for (int i = 0; i < length; i += STRIDE) {
      value[i] = (byte) (seed + i / STRIDE);
    }
    return value;
  }

  private static void check(byte[] found, int length, int seed) {
    boolean same = found != null && found.length == length;
    for (int i = 0; same && i < length; i += STRIDE) {
      same = found[i] == (byte) (seed + i / STRIDE) && (i + 1 == length || found[i + 1] == 0);
    }
    if (!same) {
      throw new AssertionError("the value is another one");
    }
  }

  private static void keep(Path directory, int length, int threshold) {
    DbOptions options = options(threshold);
    try (Db db = Db.open(directory, options)) {
      db.put(KEY, value(length, 1));
      check(db.get(KEY), length, 1);
    }
    try (Db db = Db.open(directory, options)) { // from the log, or flushed by the closing
      db.flush();
      check(db.get(KEY), length, 1);
      check(db.get(KEY), length, 1); // where it lies, this time
      db.put(KEY, value(length, 2));
      db.compact();
      check(db.get(KEY), length, 2);
      try (Cursor cursor = db.scan(KeyRange.all())) {
        if (!cursor.next() || cursor.valueSegment().byteSize() != length) {
          throw new AssertionError("a walk does not find it");
        }
      }
      db.update(KEY, seen -> Arrays.copyOf(seen, 1));
      db.compact();
      check(db.get(KEY), 1, 2);
    }
  }

  /** One after the other, faster than they are flushed, and merged with each other. */
  static void inARow(Path directory) {
    try (Db db = Db.open(directory, options(0))) {
      for (int i = 0; i < IN_A_ROW; i++) {
        db.put(new byte[] {(byte) i}, value(MANY_LENGTH, i));
      }
      db.compact();
      for (int i = 0; i < IN_A_ROW; i++) {
        check(db.get(new byte[] {(byte) i}), MANY_LENGTH, i);
      }
    }
  }

  /** What the heap cannot hold is refused before it is logged, and nothing else suffers. */
  static void refused(Path directory) {
    try (Db db = Db.open(directory, options(0))) {
      byte[] value = new byte[60 * MIB];
      try {
        db.put(KEY, value);
        throw new AssertionError("it was taken");
      } catch (IllegalArgumentException e) {
        if (!e.getMessage().contains("-Xmx") || !e.getMessage().contains("" + value.length)) {
          throw new AssertionError(e);
        }
      }
      db.put(KEY, KEY);
      db.flush();
    }
    try (Db db = Db.open(directory, options(0))) {
      check(db.get(KEY), 1, 1);
    }
  }
}
