package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much of the log is kept for keyspaces of which some are seldom written. */
class KeyspaceLogTest {

  private static final byte[] KEY = {1};
  private static final byte[] VALUE = new byte[1000];
  private static final int MIB = 1 << 20;

  /** The log's segments are of 16 KiB. */
  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).logBytesMax(MIB).build();

  private static final int FEW = 12;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SimulatedDisk disk = new SimulatedDisk();
  private final Db db = Stores.open(disk, OPTIONS);
  private final Keyspace seldom = db.keyspace("seldom");

  @AfterEach
  void close() {
    db.close();
  }

  /** Writes so many bytes to the default keyspace. */
  private void write(int bytes) {
    for (int written = 0; written < bytes; written += VALUE.length) {
      db.put(new byte[] {(byte) random.nextInt()}, VALUE);
    }
  }

  private long segments() throws IOException {
    return disk.openDirectory(Stores.PATH).list().stream()
        .filter(name -> name.endsWith(".log"))
        .count();
  }

  private void assertSurvivesAKill() {
    try (Db after = Stores.open(disk.kill(), OPTIONS)) {
      assertArrayEquals(VALUE, after.keyspace("seldom").get(KEY));
    }
  }

  @Test
  void segmentsGoWhenNoKeyspaceNeedsThem() throws IOException {
    seldom.put(KEY, VALUE);
    write(MIB / 2);
    db.keyspace("default").flush();
    assertTrue(segments() > 2 * FEW, segments() + " segments: it still needs the first one");
    assertSurvivesAKill();
    seldom.flush();
    assertTrue(segments() <= FEW, segments() + " segments that nobody needs");
    assertSurvivesAKill();
  }

  @Test
  void droppingAKeyspaceFreesWhatItNeeded() throws IOException {
    seldom.put(KEY, VALUE);
    write(MIB / 2);
    db.dropKeyspace("seldom");
    write(1);
    db.flush();
    assertTrue(segments() <= FEW, segments() + " segments that nobody needs");
  }

  @Test
  void oneThatHoldsBackMuchIsFlushed() throws IOException {
    Keyspace idle = db.keyspace("idle");
    seldom.put(KEY, VALUE);
    write(MIB / 2);
    assertEquals(0, seldom.stats().tablesPerLevel()[0]);
    for (int round = 0; round < 3; round++) {
      write(MIB);
      db.keyspace("default").flush();
      assertTrue(segments() < 2 * MIB / (16 << 10), segments() + " segments");
    }
    assertEquals(1, seldom.stats().tablesPerLevel()[0]);
    assertEquals(0, idle.stats().tablesPerLevel()[0]);
    assertSurvivesAKill();
  }

  /** Nothing more is written, which would show that the log has grown. */
  @Test
  void oneThatIsLeftAloneWithMuchByAFlushIsFlushedToo() throws IOException {
    db.keyspace("default", KeyspaceOptions.builder().memTableBytes(8 * MIB).build());
    write(1);
    seldom.put(KEY, VALUE);
    write(3 * MIB / 2);
    assertEquals(0, seldom.stats().tablesPerLevel()[0]);
    db.keyspace("default").flush();
    db.awaitIdle();
    assertEquals(1, seldom.stats().tablesPerLevel()[0]);
    assertTrue(segments() <= FEW, segments() + " segments that nobody needs");
    assertSurvivesAKill();
  }

  /** By the same edit: the log is neither needed any more for it, nor forced before. */
  @Test
  void aLittleOneGoesWithAFullOne() throws IOException {
    db.keyspace("default", KeyspaceOptions.builder().memTableBytes(MIB).build());
    seldom.put(KEY, VALUE);
    write(3 * MIB / 2);
    db.awaitIdle();
    assertEquals(1, seldom.stats().tablesPerLevel()[0]);
    assertTrue(segments() < MIB / (16 << 10), segments() + " segments");
    assertSurvivesAKill();
    seldom.put(new byte[] {2}, VALUE);
    write(MIB / 2);
    try (Db after = Stores.open(disk.crash(CrashState.SYNCED_ONLY, 1), OPTIONS)) {
      assertArrayEquals(VALUE, after.keyspace("seldom").get(KEY));
    }
  }

  /** Nobody would ever merge its tables. */
  @Test
  void aLittleFifoIsLeftAlone() {
    db.keyspace("default", KeyspaceOptions.builder().memTableBytes(MIB).build());
    KeyspaceOptions.Builder fifo = KeyspaceOptions.builder().fifo(MIB).memTableBytes(MIB);
    db.keyspace("seldom", fifo.build());
    seldom.put(KEY, VALUE);
    write(3 * MIB / 2);
    assertEquals(0, seldom.stats().tablesPerLevel()[0]);
    for (int i = 0; i < MIB / 16 / VALUE.length; i++) {
      seldom.put(new byte[] {2, (byte) i}, VALUE);
    }
    write(MIB);
    assertEquals(1, seldom.stats().tablesPerLevel()[0]);
    assertSurvivesAKill();
  }

  /** It may need the place itself. */
  @Test
  void oneThatIsBeingFlushedIsNotFrozenOnceMore() {
    List<Runnable> flushes = new ArrayList<>();
    Workers held = Workers.of(flushes::add, Runnable::run, Runnable::run, new Workers.Ticker() {});
    try (Db slow = Stores.open(new SimulatedDisk(), OPTIONS, held)) {
      slow.keyspace("default", KeyspaceOptions.builder().memTableBytes(MIB).build());
      Keyspace little = slow.keyspace("little");
      for (int round = 0; round < 2; round++) {
        little.put(new byte[] {(byte) round}, VALUE);
        for (int i = 0; i < MIB / VALUE.length; i++) {
          slow.put(new byte[] {(byte) i}, VALUE);
        }
      }
      while (!flushes.isEmpty()) {
        flushes.removeFirst().run();
      }
      assertEquals(2, slow.keyspace("default").stats().tablesPerLevel()[0]);
      assertEquals(1, little.stats().tablesPerLevel()[0]);
    }
  }

  /** It gathers as much as its options say: it is flushed for itself soon enough. */
  @Test
  void oneWithAGreatMemtableIsLeftAlone() {
    db.keyspace("seldom", KeyspaceOptions.builder().memTableBytes(3 * MIB / 2).build());
    seldom.put(KEY, VALUE);
    write(2 * MIB);
    assertEquals(0, seldom.stats().tablesPerLevel()[0]);
    write(2 * MIB);
    assertEquals(1, seldom.stats().tablesPerLevel()[0]);
  }

  /** One key would hold back all of the log, which each checkpoint copies and an opening reads. */
  @Test
  void oneKeyDoesNotHoldBackMuchMoreThanItIsWorth() throws IOException {
    try (Db large = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      Keyspace cold = large.keyspace("cold");
      cold.put(KEY, VALUE);
      for (int written = 0; written < 20 * MIB; written += VALUE.length) {
        large.put(new byte[] {(byte) random.nextInt()}, VALUE);
      }
      large.keyspace("default").flush();
      large.awaitIdle();
      assertEquals(1, cold.stats().tablesPerLevel()[0]);
    }
  }

  /** Though no memtable is ever flushed. */
  @Test
  void keyspacesThatComeAndGoLeaveNoLog() throws IOException {
    for (int round = 0; round < 20; round++) {
      Keyspace passing = db.keyspace("passing");
      for (int written = 0; written < 48 << 10; written += VALUE.length) {
        passing.put(KEY, VALUE);
      }
      db.dropKeyspace("passing");
      assertTrue(segments() <= FEW, segments() + " segments that nobody needs");
    }
    seldom.put(KEY, VALUE);
    assertSurvivesAKill();
  }

  @Test
  void openingsLeaveNoMoreFilesThanTheyFind() throws IOException {
    seldom.put(KEY, VALUE);
    db.close();
    for (int opening = 0; opening < 150; opening++) {
      try (Db again = Stores.open(disk, OPTIONS)) {
        again.put(new byte[] {(byte) opening}, VALUE);
      }
      assertTrue(segments() <= 70, segments() + " segments");
    }
    assertSurvivesAKill();
  }

  @Test
  void killsLeaveNoMoreFilesEither() throws IOException {
    SimulatedDisk left = disk.kill();
    for (int opening = 0; opening < 150; opening++) {
      Db again = Stores.open(left, OPTIONS);
      again.put(new byte[] {(byte) opening}, VALUE);
      left = left.kill();
    }
    assertTrue(left.openDirectory(Stores.PATH).list().size() < 100, "files");
    try (Db after = Stores.open(left, OPTIONS)) {
      assertEquals(150, after.count(KeyRange.all()));
    }
  }
}
