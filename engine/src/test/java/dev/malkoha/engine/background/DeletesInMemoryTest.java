package dev.malkoha.engine.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the deletes of a memtable come to tables, while others write. */
class DeletesInMemoryTest {

  private static final int ENTRIES = 8_000;
  private static final int VALUE_BYTES = 1_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final ManualTicker clock = new ManualTicker();
  private final Db db =
      Stores.open(
          new SimulatedDisk(),
          DbOptions.defaults(),
          Workers.of(Runnable::run, Runnable::run, Runnable::run, clock));
  private int trickled;

  DeletesInMemoryTest() {
    for (int i = 0; i < ENTRIES; i++) {
      db.put(key(i), value());
    }
    db.flush();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static byte[] key(int number) {
    return "s%05d".formatted(number).getBytes(UTF_8);
  }

  private byte[] value() {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }

  private void delete(int from, int to) {
    for (int i = from; i < to; i++) {
      db.delete(key(i));
    }
  }

  /** Some seconds pass, in which somebody writes. */
  private void passWhileWriting(int times) {
    for (int i = 0; i < times; i++) {
      db.put("t%05d".formatted(trickled++).getBytes(UTF_8), value());
      clock.pass(1);
    }
  }

  private int tables() {
    return Arrays.stream(db.stats().tablesPerLevel()).sum();
  }

  /** Tables take what so many entries do, but for some that were written meanwhile. */
  private void assertBytesOf(int entries) {
    long more = db.estimateBytes(KeyRange.all()) - (long) entries * VALUE_BYTES;
    long most = entries * 50L + 100 * VALUE_BYTES;
    assertTrue(more >= 0 && more < most, more + " bytes more than " + entries + " entries");
  }

  /** What is left is a table of what was written meanwhile, if any. */
  private void assertSpaceIsBack() {
    assertBytesOf(0);
    assertEquals(trickled, db.count(KeyRange.all()));
  }

  @Test
  void deletesThatHaveEndedAreFlushedThoughOthersWrite() {
    delete(0, ENTRIES);
    passWhileWriting(2);
    assertSpaceIsBack();
  }

  @Test
  void soIsARangeDelete() {
    db.deleteRange(key(0), key(ENTRIES));
    passWhileWriting(2);
    assertSpaceIsBack();
  }

  /** A few of them that still come do not keep the many from it. */
  @Test
  void soAreManyBesideAFew() {
    delete(0, ENTRIES - 10);
    passWhileWriting(1);
    delete(ENTRIES - 10, ENTRIES);
    passWhileWriting(1);
    assertEquals(0, db.count(KeyRange.between(key(0), key(ENTRIES))));
    assertBytesOf(0);
  }

  /** A flush for each few of them would have the same keys written over and over. */
  @Test
  void deletesThatStillComeWaitForAFullMemtable() {
    for (int i = 0; i < ENTRIES; i += 500) {
      delete(i, i + 500);
      passWhileWriting(1);
    }
    assertEquals(1, tables());
    passWhileWriting(1);
    assertSpaceIsBack();
  }

  @Test
  void deletesThatFreeLittleWaitForMore() {
    delete(0, 500);
    passWhileWriting(5);
    assertEquals(1, tables());
    delete(500, 2_500);
    passWhileWriting(2);
    assertEquals(0, db.count(KeyRange.between(key(0), key(2_500))));
    assertBytesOf(ENTRIES - 2_500);
  }

  /** What little comes in small parts is written to tables once a minute. */
  @Test
  void littleIsNotFlushedAgainAtOnce() {
    delete(0, 4_000);
    passWhileWriting(2);
    assertBytesOf(ENTRIES / 2);
    delete(4_000, 6_000);
    passWhileWriting(3);
    assertBytesOf(ENTRIES / 2);
  }
}
