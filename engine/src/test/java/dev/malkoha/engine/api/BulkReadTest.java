package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many keys at once: what is read, how often, and what is refused. */
class BulkReadTest {

  private static final int ENTRIES = 4_000;

  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, options().build());

  private static DbOptions.Builder options() {
    return DbOptions.builder()
        .memTableBytes(256 << 10)
        .tableBytes(32 << 10)
        .blockBytes(1024)
        .blockCacheBytes(0)
        .compression(Compression.NONE);
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static byte[] key(int number) {
    return Bytes.of("key%06d".formatted(number)).array();
  }

  private static byte[] value(int number) {
    return Bytes.numbered(number, 50).array();
  }

  private static List<byte[]> keys(IntStream numbers) {
    return numbers.mapToObj(BulkReadTest::key).toList();
  }

  private void fill() {
    for (int i = 0; i < ENTRIES; i++) {
      db.put(key(2 * i), value(2 * i));
    }
    db.flush();
    db.awaitIdle();
  }

  /** Where nothing is cached, neighbours cost their blocks once each, and absent keys none. */
  @Test
  void aBlockIsReadOnce() {
    fill();
    long before = db.stats().count("block.reads");
    List<byte[]> values = db.getAll(keys(IntStream.range(0, ENTRIES)));
    long reads = db.stats().count("block.reads") - before;

    for (int i = 0; i < ENTRIES; i++) {
      assertArrayEquals(i % 2 == 0 ? value(i) : null, values.get(i));
    }
    // 2,000 entries of about 70 bytes, 14 a block; and a block for each of a filter's errors
    assertTrue(reads < 2_000 / 12 + 20, "blocks read: " + reads);
  }

  @Test
  void answersStandInTheOrderOfTheKeys() {
    fill();
    List<byte[]> values = db.getAll(keys(IntStream.of(90, 3, 0, 90, 7_998, 90)));

    byte[][] expected = {value(90), null, value(0), value(90), value(7_998), value(90)};
    assertArrayEquals(expected, values.toArray());
    assertNotSame(values.get(0), values.get(3), "each value is the caller's own");
  }

  /** Somebody may change the list meanwhile. */
  @Test
  void theKeysThatAreReadAreChecked() {
    List<byte[]> changing =
        new AbstractList<>() {
          private boolean isTaken;

          @Override
          public byte[] get(int index) {
            byte[] key = isTaken ? key(0) : new byte[65_536];
            isTaken = true;
            return key;
          }

          @Override
          public int size() {
            return 1;
          }
        };
    assertThrows(IllegalArgumentException.class, () -> db.getAll(changing));
  }

  @Test
  void isCountedAsSingleGetsAre() {
    fill();
    List<byte[]> keys = keys(IntStream.range(0, 500));
    long asked = db.stats().count("filter.probes");
    long negative = db.stats().count("filter.negatives");
    db.getAll(keys);
    long askedAtOnce = db.stats().count("filter.probes") - asked;
    long negativeAtOnce = db.stats().count("filter.negatives") - negative;
    keys.forEach(db::get);

    assertEquals(askedAtOnce, db.stats().count("filter.probes") - asked - askedAtOnce);
    assertEquals(negativeAtOnce, db.stats().count("filter.negatives") - negative - negativeAtOnce);
  }

  @Test
  void seesMemoryTablesAndRangeDeletes() {
    fill();
    db.put(key(1), value(1));
    db.delete(key(2));
    db.deleteRange(key(100), key(200));
    db.put(key(150), value(151));
    List<byte[]> values = db.getAll(keys(IntStream.of(0, 1, 2, 98, 100, 150, 152, 198, 200)));

    byte[][] expected = {
      value(0), value(1), null, value(98), null, value(151), null, null, value(200)
    };
    assertArrayEquals(expected, values.toArray());
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void readsWhatIsPackedInAnyWay(Compression compression) {
    Keyspace packed =
        db.keyspace("packed", options().compression(compression).build().defaultKeyspace());
    for (int i = 0; i < 300; i++) {
      packed.put(key(i), value(i));
    }
    packed.flush();
    List<byte[]> values = packed.getAll(keys(IntStream.range(0, 301)));
    for (int i = 0; i < 300; i++) {
      assertArrayEquals(value(i), values.get(i));
    }
    assertNull(values.get(300));
  }

  @Test
  void nothingAndWhatCannotBeAKey() {
    assertEquals(List.of(), db.getAll(List.of()));
    assertArrayEquals(new byte[2][], db.getAll(List.of(new byte[0], key(1))).toArray());
    assertThrows(NullPointerException.class, () -> db.getAll(null));
    assertThrows(NullPointerException.class, () -> db.getAll(Arrays.asList(key(1), null)));
    assertThrows(
        IllegalArgumentException.class, () -> db.getAll(List.of(key(1), new byte[65_536])));
  }

  @Test
  void droppedAndClosedAreRefused() {
    Keyspace keyspace = db.keyspace("gone");
    Snapshot snapshot = db.snapshot();
    db.dropKeyspace("gone");
    List<byte[]> one = List.of(key(1));
    for (KeyRange range : List.of(KeyRange.all(), KeyRange.below(key(1)))) {
      assertThrows(IllegalStateException.class, () -> keyspace.count(range));
      assertThrows(IllegalStateException.class, () -> keyspace.estimate(range));
      assertThrows(IllegalStateException.class, () -> keyspace.deleteRange(range));
      assertThrows(IllegalStateException.class, () -> keyspace.stream(range));
    }
    assertThrows(IllegalStateException.class, () -> keyspace.getAll(one));
    assertThrows(IllegalStateException.class, () -> keyspace.contains(key(1)));
    assertThrows(IllegalStateException.class, keyspace::first);
    snapshot.close();
    assertThrows(IllegalStateException.class, () -> snapshot.getAll(one));
    assertThrows(IllegalStateException.class, () -> snapshot.contains(key(1)));
    db.close();
    assertThrows(IllegalStateException.class, () -> db.getAll(one));
    assertThrows(IllegalStateException.class, () -> db.contains(key(1)));
    assertThrows(IllegalStateException.class, () -> db.floor(key(1)));
    assertThrows(IllegalStateException.class, () -> db.count(KeyRange.all()));
    assertThrows(IllegalStateException.class, () -> db.estimate(KeyRange.all()));
  }
}
