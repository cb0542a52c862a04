package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.ExpiryFunction;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.ManualTicker;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entries expire by a clock that the test drives. */
final class ExpiryTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final KeyspaceOptions A_MINUTE =
      KeyspaceOptions.builder().timeToLive(MINUTE).build();

  private SimulatedDisk disk = new SimulatedDisk();
  private final DrivenClock clock = new DrivenClock(1_000_000_000);
  private Db db = open(DbOptions.defaults());
  private Keyspace map = db.keyspace("ageing", A_MINUTE);

  private Db open(DbOptions options) {
    return Stores.open(disk, options, clock.on(disk));
  }

  /** Opens another store, whose regular work the test drives. */
  private ManualTicker openTicking() {
    disk = new SimulatedDisk();
    ManualTicker seconds = new ManualTicker();
    Workers workers = Workers.of(Runnable::run, Runnable::run, Runnable::run, seconds);
    db = Stores.open(disk, DbOptions.defaults(), workers, clock.on(disk));
    map = db.keyspace("ageing", A_MINUTE);
    return seconds;
  }

  private void reopen() {
    db.close();
    reopened();
  }

  private void reopened() {
    db = open(DbOptions.defaults());
    map = db.keyspace("ageing");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private void put(String key) {
    map.put(bytes(key), bytes("value of " + key));
  }

  private void goOn(Duration time) {
    clock.moveTo(clock.millis() + time.toMillis());
  }

  private double metric(String name) {
    return map.stats().metric(name).value();
  }

  private void checkAbsent(String key) {
    byte[] sought = bytes(key);
    assertNull(map.get(sought));
    assertFalse(map.contains(sought));
    assertEquals(0, map.count(KeyRange.closed(sought, sought)));
    assertNull(map.getAll(List.of(sought)).getFirst());
    assertFalse(map.explainGet(sought).isPresent());
    try (Cursor cursor = map.scan(KeyRange.closed(sought, sought))) {
      assertFalse(cursor.next());
      assertFalse(cursor.last());
    }
  }

  @Test
  void anEntryLivesAsLongAsItIsTold() {
    put("a");
    goOn(MINUTE.minusMillis(1));
    assertNotNull(map.get(bytes("a")));
    goOn(Duration.ofMillis(1));
    checkAbsent("a");
    db.flush();
    checkAbsent("a");
  }

  @Test
  void toPutItAgainRenewsIt() {
    put("a");
    goOn(MINUTE.dividedBy(2));
    put("a");
    goOn(MINUTE.dividedBy(2));
    assertNotNull(map.get(bytes("a")));
  }

  @Test
  void aPutMaySayItself() {
    map.put(bytes("short"), bytes("v"), Duration.ofMillis(5));
    map.put(bytes("long"), bytes("v"), Duration.ofDays(2));
    db.put(bytes("elsewhere"), bytes("v"), Duration.ofMillis(5));
    db.write(new WriteBatch().in(map).put(bytes("batch"), bytes("v"), Duration.ofMillis(5)));
    db.runInTransaction(
        transaction ->
            transaction.in(map).put(bytes("transaction"), bytes("v"), Duration.ofMillis(5)));
    goOn(Duration.ofMillis(5));
    checkAbsent("short");
    checkAbsent("batch");
    checkAbsent("transaction");
    assertNull(db.get(bytes("elsewhere")));
    goOn(Duration.ofDays(1));
    assertNotNull(map.get(bytes("long")));
  }

  @Test
  void timesOutOfRangeAreRefused() {
    byte[] key = bytes("a");
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(36_501))) {
      assertThrows(IllegalArgumentException.class, () -> map.put(key, key, wrong));
      assertThrows(IllegalArgumentException.class, () -> new WriteBatch().put(key, key, wrong));
    }
    KeyspaceOptions.Builder builder = KeyspaceOptions.builder();
    assertThrows(IllegalArgumentException.class, () -> builder.timeToLive(Duration.ofDays(36_501)));
    assertEquals("timeToLive=0", builder.timeToLive(Duration.ZERO).build().given());
  }

  @Test
  void anExpiredKeyIsPutAsOneThatIsAbsent() {
    put("a");
    goOn(MINUTE);
    assertTrue(map.putIfAbsent(bytes("a"), bytes("new")));
    goOn(MINUTE);
    assertTrue(map.compareAndSet(bytes("a"), null, bytes("newer")));
    goOn(MINUTE);
    map.update(bytes("a"), before -> bytes(before == null ? "newest" : "seen"));
    assertArrayEquals(bytes("newest"), map.get(bytes("a")));
  }

  @Test
  void aCursorTellsWhenAnEntryExpires() {
    put("a");
    db.put(bytes("b"), bytes("v"));
    try (Cursor cursor = map.scan(KeyRange.all());
        Cursor plain = db.scan(KeyRange.all())) {
      assertTrue(cursor.next());
      assertEquals(Instant.ofEpochMilli(clock.millis()).plus(MINUTE), cursor.expiry());
      assertTrue(plain.next());
      assertNull(plain.expiry());
    }
  }

  @Test
  void whatHasExpiredStaysSoThoughTheClockGoesBack() {
    put("a");
    goOn(MINUTE);
    checkAbsent("a");
    goOn(MINUTE.negated());
    checkAbsent("a");
    reopen();
    checkAbsent("a");
  }

  @Test
  void aCrashForgetsNothingThatWasWrittenAfterwards() {
    put("a");
    goOn(MINUTE);
    checkAbsent("a");
    db.put(bytes("b"), bytes("any write, of any keyspace"));
    db.sync();
    disk = disk.crash(CrashState.SYNCED_ONLY, 1);
    goOn(MINUTE.negated());
    reopened();
    checkAbsent("a");
  }

  @Test
  void aSnapshotSeesWhatLivedAtItsMoment() {
    put("a");
    try (Snapshot early = db.snapshot()) {
      goOn(MINUTE);
      try (Snapshot late = db.snapshot()) {
        db.flush();
        db.compact();
        assertNotNull(map.get(bytes("a"), early));
        assertNull(map.get(bytes("a"), late));
        assertEquals(early.sequence(), late.sequence());
      }
    }
  }

  @Test
  void whatIsOlderDoesNotComeBack() {
    map.put(bytes("a"), bytes("old"), Duration.ofDays(9));
    db.flush();
    db.compact();
    put("a");
    db.flush();
    goOn(MINUTE);
    checkAbsent("a");
    db.awaitIdle();
    checkAbsent("a");
    db.compact();
    checkAbsent("a");
    reopen();
    checkAbsent("a");
  }

  @Test
  void aTableOfWhichAllHasExpiredGoesUnread() {
    for (int i = 0; i < 1_000; i++) {
      put("key" + i);
    }
    db.flush();
    assertEquals(1_000, metric("table.expiring.entries"));
    goOn(MINUTE);
    assertEquals(1_000, metric("table.expired.entries"));
    double reads = metric("block.reads") + metric("compaction.written");
    db.awaitIdle();
    assertEquals(0, metric("table.entries"));
    assertEquals(reads, metric("block.reads") + metric("compaction.written"));
    assertEquals(0, map.estimate(KeyRange.all()));
  }

  @Test
  void aTableOfWhichOneEntryLivesStays() {
    for (int i = 0; i < 1_000; i++) {
      put("key" + i);
    }
    map.put(bytes("lasting"), bytes("v"), Duration.ofDays(1));
    db.flush();
    goOn(MINUTE);
    assertEquals(1, map.estimate(KeyRange.all()));
    db.awaitIdle();
    assertEquals(1, metric("table.entries"));
    assertEquals(1, metric("filter.keys"));
    assertArrayEquals(bytes("v"), map.get(bytes("lasting")));
  }

  @Test
  void otherOptionsNeitherReviveNorLoseWhatWasWritten() {
    put("a");
    db.keyspace("ageing", KeyspaceOptions.builder().timeToLive(Duration.ZERO).build());
    put("b");
    db.keyspace("ageing", KeyspaceOptions.builder().timeToLive(Duration.ofDays(9)).build());
    put("c");
    goOn(MINUTE);
    checkAbsent("a");
    assertNotNull(map.get(bytes("b")));
    goOn(Duration.ofDays(9));
    assertNotNull(map.get(bytes("b")));
    checkAbsent("c");
  }

  @Test
  void aFunctionSaysWhenAndIsToBeGivenAgain() {
    ExpiryFunction byValue =
        (key, value, now) -> value.length == 1 ? null : now.plusMillis(value.length);
    KeyspaceOptions options = KeyspaceOptions.builder().expiry(byValue).build();
    Keyspace by = db.keyspace("by", options);
    by.put(bytes("a"), new byte[1]);
    by.put(bytes("b"), new byte[10]);
    by.put(bytes("c"), new byte[100]);
    goOn(Duration.ofMillis(10));
    assertNotNull(by.get(bytes("a")));
    assertNull(by.get(bytes("b")));
    assertNotNull(by.get(bytes("c")));
    reopen();
    Keyspace without = db.keyspace("by");
    assertEquals("expiry=function", without.options().given());
    assertThrows(IllegalStateException.class, () -> without.put(bytes("d"), new byte[10]));
    assertThrows(
        IllegalStateException.class,
        () -> db.write(new WriteBatch().in(without).put(bytes("d"), new byte[10])));
    without.put(bytes("d"), new byte[10], MINUTE);
    db.keyspace("by", options).put(bytes("e"), new byte[10]);
    goOn(Duration.ofMillis(10));
    assertNull(without.get(bytes("e")));
    assertNotNull(without.get(bytes("d")));
  }

  @Test
  void ingestedEntriesExpireToo() {
    map.ingest(Map.of(bytes("a"), bytes("v")).entrySet());
    assertNotNull(map.get(bytes("a")));
    goOn(MINUTE);
    checkAbsent("a");
    assertThrows(IllegalStateException.class, () -> map.ingestFiles(List.of(Path.of("/any"))));
  }

  /** As long ago as an instant can tell, whatever is older than it. */
  @Test
  void anIngestedEntryThatHasLongExpiredHidesAnOlderOne() {
    for (Instant at : List.of(Instant.EPOCH, Instant.MIN, Instant.ofEpochMilli(1))) {
      ExpiryFunction function = (key, value, now) -> value.length == 0 ? at : null;
      Keyspace by = db.keyspace("by " + at, KeyspaceOptions.builder().expiry(function).build());
      by.put(bytes("a"), bytes("older"));
      by.ingest(Map.of(bytes("a"), new byte[0]).entrySet());
      assertNull(by.get(bytes("a")));
      by.compact(KeyRange.all());
      assertNull(by.get(bytes("a")));
    }
  }

  /** What expires above something older becomes a delete first, and goes as one. */
  @Test
  void goneDeletesAreCountedWithThoseOfWhatExpired() {
    ManualTicker seconds = openTicking();
    for (int i = 0; i < 100; i++) {
      map.put(bytes("k" + i), bytes("older"), MINUTE.multipliedBy(100));
    }
    map.delete(bytes("k0"));
    map.flush();
    map.compact(KeyRange.all());
    double elided = metric("deletes.elided");
    for (int i = 1; i < 100; i++) {
      put("k" + i);
    }
    map.flush();
    goOn(MINUTE.multipliedBy(2));
    seconds.pass(1);
    assertTrue(metric("garbage.rewrites") > 0);
    assertEquals(elided + 99, metric("deletes.elided"));
  }

  @Test
  void whoIsIdleNotesNoTime() {
    ManualTicker seconds = openTicking();
    db.put(bytes("a"), bytes("lives for a year"), Duration.ofDays(365));
    db.flush();
    seconds.pass(10);
    long forces = disk.calls(CallKind.FORCE);
    for (int i = 0; i < 10; i++) {
      goOn(MINUTE);
      seconds.pass(1);
    }
    assertEquals(forces, disk.calls(CallKind.FORCE));
  }

  @Test
  void aReaderBesideTheWriterKnowsItsTime() {
    put("a");
    goOn(MINUTE);
    put("b");
    clock.moveTo(1); // the reader's own is far behind
    try (DbReader reader = Stores.openReadOnly(disk, Stores.PATH, clock.on(disk))) {
      assertNull(reader.keyspace("ageing").get(bytes("a")));
      assertNotNull(reader.keyspace("ageing").get(bytes("b")));
    }
  }

  @Test
  void aCheckpointKnowsTheTime() {
    put("a");
    goOn(MINUTE);
    checkAbsent("a");
    db.checkpoint(Path.of("/copy"));
    try (DbReader reader = Stores.openReadOnly(disk, Path.of("/copy"), clock.on(disk))) {
      assertNull(reader.keyspace("ageing").get(bytes("a")));
    }
  }

  @Test
  void anExplanationTellsIt() {
    put("a");
    String living = map.explainGet(bytes("a")).toString();
    assertTrue(
        living.contains("expires " + Instant.ofEpochMilli(clock.millis()).plus(MINUTE)), living);
    db.flush();
    goOn(MINUTE);
    String expired = map.explainGet(bytes("a")).toString();
    assertTrue(expired.contains("absent: expired"), expired);
  }

  /** Whenever merges run: so each way is gone with other ones. */
  @Test
  void operandsStayWhereTheValueUnderThemExpires() {
    for (int way = 0; way < 32; way++) {
      KeyspaceOptions appending =
          KeyspaceOptions.builder()
              .mergeFunction("append", MergeFunctions.append(bytes(",")))
              .build();
      Keyspace by = db.keyspace("operands " + way, appending);
      by.put(bytes("a"), bytes("base"), MINUTE);
      flushOrCompact(by, way & 1, 0);
      by.merge(bytes("a"), bytes("x"));
      flushOrCompact(by, way & 2, way & 4);
      by.merge(bytes("a"), bytes("y"));
      flushOrCompact(by, 0, way & 8);
      checkMerged(by, "base,x,y", way);
      goOn(MINUTE);
      flushOrCompact(by, 0, way & 16);
      checkMerged(by, "x,y", way);
      by.merge(bytes("a"), bytes("z"));
      flushOrCompact(by, 0, 1);
      checkMerged(by, "x,y,z", way);
    }
  }

  private static void flushOrCompact(Keyspace of, int flush, int compact) {
    if (compact > 0) {
      of.compact(KeyRange.all());
    } else if (flush > 0) {
      of.flush();
    }
  }

  private static void checkMerged(Keyspace of, String expected, int way) {
    byte[] key = bytes("a");
    assertEquals(expected, new String(of.get(key), UTF_8), "way " + way);
    assertEquals(expected, new String(of.getAll(List.of(key)).getFirst(), UTF_8), "way " + way);
    try (Cursor cursor = of.scan(KeyRange.all())) {
      assertTrue(cursor.last());
      assertEquals(expected, new String(cursor.value(), UTF_8), "way " + way);
    }
  }
}
