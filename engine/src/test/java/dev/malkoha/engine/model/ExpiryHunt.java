package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Runs random histories, each told by its seed, in which entries expire while a clock goes forwards
 * and backwards: in a keyspace where all do, and in one beside it where some do. Operands are
 * merged over entries in both. Every read is compared with a sorted map that knows when each entry
 * expires. Any thread.
 */
public final class ExpiryHunt implements LongPredicate {

  private static final int KEYS = 120;
  private static final int OPERATIONS = 220;
  private static final int SNAPSHOTS_MAX = 3;
  private static final long LIVES = 2_000;
  private static final long NEVER = Lasting.NEVER;

  /** What clocks say first. */
  private static final long BEGIN = 1_000_000;

  /** What both keyspaces hold. */
  private record Contents(
      NavigableMap<String, Lasting> ageing, NavigableMap<String, Lasting> plain) {

    Contents() {
      this(new TreeMap<>(), new TreeMap<>());
    }

    Contents copy() {
      return new Contents(new TreeMap<>(ageing), new TreeMap<>(plain));
    }
  }

  private record Moment(Snapshot snapshot, Contents contents, long time) {}

  /** One history. */
  private static final class History {

    private final SplittableRandom random;
    private final DbOptions options;
    private final List<Moment> moments = new ArrayList<>();
    private final Contents now = new Contents();
    private SimulatedDisk disk = new SimulatedDisk();
    private Db db;
    private Keyspace ageing;

    private final DrivenClock clock = new DrivenClock(BEGIN);

    /** The latest that the clock ever said. */
    private long time = BEGIN;

    /** A reader beside the store; null if none has it open. */
    private DbReader beside;

    private final DrivenClock besideClock = new DrivenClock(BEGIN);

    /** What the reader has come to, and its time. */
    private Moment seenBeside;

    private int values;

    History(long seed) {
      random = new SplittableRandom(seed);
      MergeFunction appending = Appending.any(random).function();
      options =
          DbOptions.builder()
              .memTableBytes(4 << 10)
              .tableBytes(4 << 10)
              .blockBytes(256)
              .blockCacheBytes(0)
              .garbageShare(random.nextBoolean() ? 0.3 : 0.05)
              .deleteApplier(random.nextInt(3) > 0)
              .valueFileThreshold(random.nextInt(3) == 0 ? 32 : 0)
              .mergeFunction(Appending.NAME, appending)
              .keyspace(
                  "ageing",
                  KeyspaceOptions.builder()
                      .memTableBytes(4 << 10)
                      .tableBytes(4 << 10)
                      .timeToLive(Duration.ofMillis(LIVES))
                      .mergeFunction(Appending.NAME, appending)
                      .build())
              .build();
      open();
      goOn(0); // a time that nobody was told may go back
    }

    private void open() {
      db = Stores.open(disk, options, clock.on(disk));
      ageing = db.keyspace("ageing");
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        check();
        if (random.nextInt(4) == 0) {
          lookBeside();
        }
      }
      closeBeside();
      end();
      db.close();
    }

    private void step() {
      switch (random.nextInt(27)) {
        case 0, 1, 2, 3, 4, 5 -> put(1 + random.nextInt(20));
        case 6, 7 -> putForAWhile(1 + random.nextInt(20));
        case 8 -> delete();
        case 9 -> deleteRange();
        case 10, 11 -> batch();
        case 12 -> transaction();
        case 13, 14 -> change();
        case 15, 16 -> goOn(random.nextLong(LIVES));
        case 17 -> clock.moveTo(clock.millis() - random.nextLong(3 * LIVES));
        case 18 -> db.flush();
        case 19 -> upkeep();
        case 20 -> openSnapshot();
        case 21 -> closeSnapshot();
        case 22 -> ingest();
        case 23, 24, 25 -> merge(1 + random.nextInt(20));
        default -> reopen();
      }
    }

    private KeyValueMap map(boolean isAgeing) {
      return isAgeing ? ageing : db;
    }

    private NavigableMap<String, Lasting> content(boolean isAgeing) {
      return isAgeing ? now.ageing : now.plain;
    }

    private String key() {
      return "key%03d".formatted(random.nextInt(KEYS));
    }

    private String value() {
      return "value" + ++values + "x".repeat(random.nextInt(8) == 0 ? 200 : random.nextInt(30));
    }

    private static byte[] bytes(String text) {
      return text.getBytes(UTF_8);
    }

    private long expiry(boolean isAgeing) {
      return isAgeing ? time + LIVES : NEVER;
    }

    private void put(int count) {
      boolean isAgeing = random.nextInt(4) > 0;
      for (int i = 0; i < count; i++) {
        String key = key();
        String value = value();
        map(isAgeing).put(bytes(key), bytes(value));
        content(isAgeing).put(key, new Lasting(value, expiry(isAgeing)));
      }
    }

    private void putForAWhile(int count) {
      boolean isAgeing = random.nextBoolean();
      for (int i = 0; i < count; i++) {
        String key = key();
        String value = value();
        long millis = 1 + random.nextLong(2 * LIVES);
        map(isAgeing).put(bytes(key), bytes(value), Duration.ofMillis(millis));
        content(isAgeing).put(key, new Lasting(value, time + millis));
      }
    }

    private void merge(int count) {
      boolean isAgeing = random.nextBoolean();
      for (int i = 0; i < count; i++) {
        String key = key();
        String operand = "," + ++values;
        map(isAgeing).merge(bytes(key), bytes(operand));
        merged(isAgeing, key, operand);
      }
    }

    private void merged(boolean isAgeing, String key, String operand) {
      Lasting nothing = new Lasting("", 0);
      Lasting before = content(isAgeing).getOrDefault(key, nothing);
      content(isAgeing).put(key, before.merged(operand));
    }

    private void delete() {
      boolean isAgeing = random.nextBoolean();
      String key = key();
      map(isAgeing).delete(bytes(key));
      content(isAgeing).remove(key);
    }

    private void deleteRange() {
      boolean isAgeing = random.nextBoolean();
      String a = key();
      String b = key();
      String from = a.compareTo(b) < 0 ? a : b;
      String to = a.compareTo(b) < 0 ? b : a;
      map(isAgeing).deleteRange(bytes(from), bytes(to));
      content(isAgeing).subMap(from, true, to, false).clear();
    }

    private void batch() {
      WriteBatch batch = new WriteBatch();
      for (int i = random.nextInt(12); i >= 0; i--) {
        boolean isAgeing = random.nextBoolean();
        WriteBatch into = isAgeing ? batch.in(ageing) : batch;
        String key = key();
        String value = value();
        long millis = 1 + random.nextLong(2 * LIVES);
        switch (random.nextInt(4)) {
          case 3 -> {
            into.merge(bytes(key), bytes(value));
            merged(isAgeing, key, value);
          }
          case 0 -> {
            into.delete(bytes(key));
            content(isAgeing).remove(key);
          }
          case 1 -> {
            into.put(bytes(key), bytes(value), Duration.ofMillis(millis));
            content(isAgeing).put(key, new Lasting(value, time + millis));
          }
          default -> {
            into.put(bytes(key), bytes(value));
            content(isAgeing).put(key, new Lasting(value, expiry(isAgeing)));
          }
        }
      }
      db.write(batch);
    }

    private void transaction() {
      boolean isAgeing = random.nextBoolean();
      String key = key();
      String value = value();
      try (Transaction transaction = db.transaction()) {
        transaction.in(map(isAgeing)).put(bytes(key), bytes(value));
        compare(key, value, transaction.in(map(isAgeing)).get(bytes(key)));
        String other = key();
        String seen = other.equals(key) ? value : living(content(isAgeing), time, other);
        compare(other, seen, transaction.in(map(isAgeing)).get(bytes(other)));
        transaction.commit();
      }
      content(isAgeing).put(key, new Lasting(value, expiry(isAgeing)));
    }

    private void change() {
      boolean isAgeing = random.nextBoolean();
      String key = key();
      String value = value();
      String before = living(content(isAgeing), time, key);
      boolean isPut;
      if (random.nextBoolean()) {
        isPut = map(isAgeing).putIfAbsent(bytes(key), bytes(value));
        same("putIfAbsent of " + key, before == null, isPut);
      } else {
        byte[] expected = before == null ? null : bytes(before);
        isPut = map(isAgeing).compareAndSet(bytes(key), expected, bytes(value));
        same("compareAndSet of " + key, true, isPut);
      }
      if (isPut) {
        content(isAgeing).put(key, new Lasting(value, expiry(isAgeing)));
      }
    }

    private void ingest() {
      boolean isAgeing = random.nextBoolean();
      Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
      for (int i = random.nextInt(30); i >= 0; i--) {
        String key = key();
        String value = value();
        entries.put(bytes(key), bytes(value));
        content(isAgeing).put(key, new Lasting(value, expiry(isAgeing)));
      }
      map(isAgeing).ingest(entries.entrySet());
    }

    /** The store asks for the time at once, so that it is known when the clock goes back. */
    private void goOn(long millis) {
      clock.moveTo((random.nextBoolean() ? clock.millis() : time) + millis);
      time = Math.max(time, clock.millis());
      String value = value();
      ageing.put(bytes("~"), bytes(value));
      now.ageing.put("~", new Lasting(value, expiry(true)));
    }

    private void upkeep() {
      if (random.nextBoolean()) {
        db.compact();
      } else {
        db.awaitIdle();
      }
    }

    private void openSnapshot() {
      if (moments.size() < SNAPSHOTS_MAX) {
        moments.add(new Moment(db.snapshot(), now.copy(), time));
      }
    }

    private void closeSnapshot() {
      if (!moments.isEmpty()) {
        moments.remove(random.nextInt(moments.size())).snapshot().close();
      }
    }

    private void end() {
      moments.forEach(moment -> moment.snapshot().close());
      moments.clear();
    }

    private void reopen() {
      end();
      if (random.nextBoolean()) {
        db.close();
      } else {
        db.sync();
        closeBeside();
        disk = disk.crash(CrashState.random(random.nextInt(3) * 0.5), random.nextLong());
      }
      open();
    }

    private void check() {
      check(ageing, db, now, time, "now");
      for (Moment moment : moments) {
        Reads reads = moment.snapshot().in(ageing);
        check(reads, moment.snapshot(), moment.contents, moment.time, "snapshot");
      }
    }

    /** A reader looks, now and then at the present moment, by a clock of its own. */
    private void lookBeside() {
      if (random.nextInt(3) == 0) {
        besideClock.moveTo(time + random.nextLong(4 * LIVES) - 3 * LIVES);
      }
      if (beside == null) {
        beside = Stores.openReadOnly(disk, options, besideClock.on(disk));
        seenBeside = new Moment(null, now.copy(), time);
      } else if (random.nextBoolean()) {
        beside.refresh();
        seenBeside = new Moment(null, now.copy(), Math.max(time, seenBeside.time));
      }
      long told = Math.max(seenBeside.time, besideClock.millis());
      seenBeside = new Moment(null, seenBeside.contents, told);
      check(beside.keyspace("ageing"), beside, seenBeside.contents, told, "beside");
      if (random.nextInt(8) == 0) {
        closeBeside();
      }
    }

    private void closeBeside() {
      if (beside != null) {
        beside.close();
        beside = null;
      }
    }

    private void check(Reads ages, Reads plain, Contents contents, long at, String what) {
      check(ages, contents.ageing, at, what + ", ageing");
      check(plain, contents.plain, at, what + ", plain");
    }

    private void check(Reads reads, NavigableMap<String, Lasting> content, long at, String what) {
      NavigableMap<String, String> expected = new TreeMap<>();
      content.forEach(
          (key, lasting) -> {
            if (lasting.at(at) != null) {
              expected.put(key, lasting.at(at));
            }
          });
      same("scan, " + what, expected, walk(reads, true));
      same("scan back, " + what, expected, walk(reads, false));
      same("count, " + what, (long) expected.size(), reads.count(KeyRange.all()));
      List<String> keys = List.of(key(), key(), key());
      List<byte[]> found = reads.getAll(keys.stream().map(History::bytes).toList());
      for (int i = 0; i < keys.size(); i++) {
        compare(keys.get(i) + ", " + what, expected.get(keys.get(i)), found.get(i));
        compare(
            keys.get(i) + ", " + what, expected.get(keys.get(i)), reads.get(bytes(keys.get(i))));
      }
      if (reads instanceof MapReads map) {
        boolean present = map.explainGet(bytes(keys.getFirst())).isPresent();
        same("explanation, " + what, expected.containsKey(keys.getFirst()), present);
      }
    }

    private static NavigableMap<String, String> walk(Reads reads, boolean forwards) {
      NavigableMap<String, String> found = new TreeMap<>();
      try (Cursor cursor = reads.scan(KeyRange.all())) {
        for (boolean more = forwards ? cursor.next() : cursor.last();
            more;
            more = forwards ? cursor.next() : cursor.prev()) {
          String key = new String(cursor.key(), UTF_8);
          String last = found.isEmpty() ? null : forwards ? found.lastKey() : found.firstKey();
          boolean isNext = last == null || key.compareTo(last) > 0 == forwards;
          same("whether the walk goes on at " + key, true, isNext && !key.equals(last));
          found.put(key, new String(cursor.value(), UTF_8));
        }
      }
      return found;
    }

    private static String living(NavigableMap<String, Lasting> content, long at, String key) {
      Lasting lasting = content.get(key);
      return lasting == null ? null : lasting.at(at);
    }

    private static void compare(String what, String expected, byte[] found) {
      same(what, expected, found == null ? null : new String(found, UTF_8));
    }

    private static void same(String what, Object expected, Object found) {
      if (!Objects.equals(expected, found)) {
        throw new AssertionError(what + ": expected " + expected + ", found " + found);
      }
    }
  }

  /** Prepares to run histories. */
  public ExpiryHunt() {}

  /** Runs the history of a seed; fails with how to run it again. */
  void check(long seed) {
    try {
      new History(seed).run();
    } catch (RuntimeException | Error e) {
      throw new AssertionError(Trials.replay(ExpiryModelTest.class, seed), e);
    }
  }

  /** Whether the history of a seed shows something wrong. */
  @Override
  public boolean test(long seed) {
    try {
      new History(seed).run();
      return false;
    } catch (RuntimeException | Error e) {
      return true;
    }
  }
}
