package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Large values in the log, in a table and in a compacted one, with the heap of 1 GiB that the tests
 * have. The largest, 256 MiB, are a quarter of it.
 *
 * <p>Slow: each value is written and read several times.
 */
@Tag("slow")
class LargeValueTest {

  private static final byte[] KEY = {1};
  private static final int STRIDE = 4099;

  @TempDir private Path path;

  private static void fill(byte[] value) {
    for (int i = 0; i < value.length; i += STRIDE) {
      value[i] = (byte) (i / STRIDE);
    }
  }

  @ParameterizedTest
  @CsvSource({"256, NONE", "256, LZ4", "64, SNAPPY", "8, LZ4", "8, ZSTD"})
  void areKept(int mebibytes, Compression compression) {
    DbOptions options = DbOptions.builder().compression(compression).build();
    int length = mebibytes << 20;
    put(options, length);
    checkAndFlush(options, length);
    checkAndCompact(options, length);
    check(options, length);
  }

  private void put(DbOptions options, int length) {
    byte[] value = new byte[length];
    fill(value);
    try (Db db = Db.open(path, options)) {
      db.put(KEY, value);
    }
  }

  private void checkAndFlush(DbOptions options, int length) {
    try (Db db = Db.open(path, options)) {
      checkGet(db, length);
      db.flush();
    }
  }

  private void checkAndCompact(DbOptions options, int length) {
    try (Db db = Db.open(path, options)) {
      checkGet(db, length);
      db.compact();
    }
  }

  private void check(DbOptions options, int length) {
    try (Db db = Db.open(path, options)) {
      checkGet(db, length);
      try (Cursor cursor = db.scan(KeyRange.all())) {
        cursor.next();
        assertEquals(length, cursor.valueSegment().byteSize());
      }
    }
  }

  private static void checkGet(Db db, int length) {
    byte[] found = db.get(KEY);
    assertNotNull(found);
    assertEquals(length, found.length);
    for (int i = 0; i < length; i += STRIDE) {
      if (found[i] != (byte) (i / STRIDE) || (i + 1 < length && found[i + 1] != 0)) {
        throw new AssertionError("another value from byte " + i);
      }
    }
  }
}
