package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Estimates are near the truth in a store at rest, and no block is read for them. */
class EstimateTest {

  private static final String REPLAY = Trials.replay(EstimateTest.class);
  private static final int ENTRIES = 40_000;
  private static final int RANGES = 200;

  /** Entries of a block, about, at both ends of a range. */
  private static final int SLACK = 40;

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final Db db =
      Stores.open(
          new SimulatedDisk(),
          DbOptions.builder()
              .memTableBytes(256 << 10)
              .tableBytes(128 << 10)
              .blockBytes(1024)
              .compression(Compression.NONE)
              .build());

  @AfterEach
  void close() {
    db.close();
  }

  /** Numbers as keys: in ASCII, in binary, behind a long common beginning, scattered. */
  static Stream<IntFunction<byte[]>> keys() {
    return Stream.of(
        i -> Bytes.of("%09d".formatted(i)).array(),
        i -> ByteBuffer.allocate(8).putInt(4, i).array(),
        i -> Bytes.of("a/long/common/beginning/of/all/keys/%d".formatted(1_000_000 + i)).array(),
        i -> ByteBuffer.allocate(8).putLong(i * 0x9E3779B97F4A7C15L).array());
  }

  private void check(IntFunction<byte[]> keys) {
    long before = db.stats().count("block.reads");
    for (int i = 0; i < RANGES; i++) {
      KeyRange range = range(keys, i);
      double error = Math.abs((double) db.estimate(range) - db.count(range));
      assertTrue(
          error <= 0.1 * db.count(range) + SLACK,
          "%d for %d keys, %s".formatted(db.estimate(range), db.count(range), REPLAY));
    }
    long read = db.stats().count("block.reads");
    for (int i = 0; i < RANGES; i++) {
      db.estimate(range(keys, i));
    }
    assertEquals(read, db.stats().count("block.reads"), "from " + before);
  }

  private KeyRange range(IntFunction<byte[]> keys, int i) {
    byte[] from = keys.apply(random.nextInt(ENTRIES));
    return switch (i % 4) {
      case 0 -> KeyRange.atLeast(from);
      case 1 -> KeyRange.atMost(from);
      case 2 -> i == 2 ? KeyRange.all() : KeyRange.prefix(from);
      default -> KeyRange.between(from, keys.apply(random.nextInt(ENTRIES)));
    };
  }

  private void put(IntFunction<byte[]> keys, int from, int to, int step) {
    for (int i = from; i < to; i += step) {
      db.put(keys.apply(i), new byte[40]);
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void isNearTheTruthInTables(IntFunction<byte[]> keys) {
    put(keys, 0, ENTRIES, 1);
    db.flush();
    db.awaitIdle();
    check(keys);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void isNearTheTruthInMemory(IntFunction<byte[]> keys) {
    put(keys, 0, ENTRIES, 40);
    check(keys);
    for (int i = 0; i < RANGES; i++) { // nothing but memory: to the key
      KeyRange range = range(keys, i);
      assertEquals(db.count(range), db.estimate(range));
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void isNearTheTruthWhereMuchWasDeletedOrWrittenAgain(IntFunction<byte[]> keys) {
    put(keys, 0, ENTRIES, 1);
    db.flush();
    for (int i = 0; i < ENTRIES; i += 3) {
      db.delete(keys.apply(i));
    }
    db.flush();
    db.awaitIdle();
    check(keys);
    put(keys, 0, ENTRIES, 2);
    db.compact();
    check(keys);
  }

  @Test
  void nothingIsNothing() {
    assertEquals(0, db.estimate(KeyRange.all()));
    put(i -> new byte[] {(byte) i}, 0, 100, 1);
    db.flush();
    assertEquals(100, db.estimate(KeyRange.all()));
    assertEquals(0, db.estimate(KeyRange.between(new byte[] {9}, new byte[] {9})));
    assertEquals(0, db.estimate(KeyRange.atLeast(new byte[] {100})));
    db.compact();
    db.deleteRange(KeyRange.all());
    db.compact();
    assertEquals(0, db.estimate(KeyRange.all()));
  }
}
