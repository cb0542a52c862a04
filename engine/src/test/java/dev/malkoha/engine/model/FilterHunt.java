package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.CompactionFilter.Decision;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs random histories, each told by its seed, of a keyspace with a compaction filter, in which
 * entries expire and operands are merged, beside a keyspace that has none of it. A key has what was
 * put last, or what the filter makes of it, and that from the first time on that it was seen; after
 * whole compactions all have that. Snapshots, also those that are opened within a compaction, see
 * what they saw at first. Crashes leave no other state. Any thread.
 */
public final class FilterHunt implements HistoryBySeed {

  private static final int OPERATIONS = 90;
  private static final int KEYS = 120;
  private static final int READERS_MAX = 4;
  private static final int KIB = 1024;
  private static final long BEGIN = 1_000_000;
  private static final long LIVES_MAX = 4_000;
  private static final long NEVER = Long.MAX_VALUE;

  /** The rule: what a value becomes, by its first letter. */
  static Decision decide(byte[] key, byte[] value) {
    String outcome = outcome(new String(key, UTF_8), new String(value, UTF_8));
    if (outcome == null) {
      return Decision.remove();
    }
    if (value[0] == 't') {
      throw new IllegalStateException("refused");
    }
    byte[] changed = outcome.getBytes(UTF_8);
    return Arrays.equals(changed, value) ? Decision.keep() : Decision.change(changed);
  }

  /** The value of a key by the rule; null if the key is absent then. */
  private static String outcome(String key, String value) {
    if (key.endsWith("0")) {
      return value;
    }
    return switch (value.charAt(0)) {
      case 'r' -> null;
      case 'c' -> changed(value);
      default -> value;
    };
  }

  /** Shorter or longer by turns: some leave their value files, and some move there. */
  private static String changed(String value) {
    return value.length() % 2 == 0 ? "d" + value.substring(1, 3) : "d" + value + value.substring(1);
  }

  /**
   * One of the states in which an entry may be.
   *
   * @param value that lies below the operands; null if there is none
   * @param operands which do not expire
   */
  private record State(String value, long expiry, List<String> operands) {

    private static final State ABSENT = new State(null, NEVER, List.of());

    /** What is seen at a time; null if nothing is. */
    String at(long time) {
      String seen = (value != null && expiry > time ? value : "") + String.join("", operands);
      return seen.isEmpty() ? null : seen;
    }

    /** The same without a value that has expired. */
    State settled(long time) {
      return expiry > time ? this : new State(null, NEVER, operands);
    }

    State merged(String operand) {
      return new State(
          value, expiry, Stream.concat(operands.stream(), Stream.of(operand)).toList());
    }

    /** What it becomes where the filter is asked, once operands are merged into the value. */
    Stream<State> filtered(String key) {
      if (value == null) {
        return Stream.empty();
      }
      return IntStream.rangeClosed(0, expiry == NEVER ? operands.size() : 0)
          .mapToObj(
              merged -> {
                String base = value + String.join("", operands.subList(0, merged));
                List<String> left = operands.subList(merged, operands.size());
                String outcome = outcome(key, base);
                return outcome == null
                    ? new State(null, NEVER, left)
                    : new State(outcome, expiry, left);
              });
    }
  }

  private record Reader(Snapshot snapshot, NavigableMap<String, String> was) {}

  private record Reading(Transaction transaction, String key, String value, long step) {}

  private static final class History {

    private final long seed;
    private final SplittableRandom random;
    private final SimulatedDisk disk = new SimulatedDisk();
    private final HeldWork work = new HeldWork();
    private final DrivenClock clock = new DrivenClock(BEGIN);

    /** The states in which each key may be, of which a look leaves those that it sees. */
    private final NavigableMap<String, Set<State>> states = new TreeMap<>();

    private final NavigableMap<String, String> plainContent = new TreeMap<>();

    /** The steps at which keys were changed last. */
    private final Map<String, Long> changed = new HashMap<>();

    private final Map<String, Long> putLast = new HashMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final DbOptions options;
    private final boolean isBounded;
    private boolean isInHook;
    private long step;
    private Db db;
    private Keyspace plain;

    History(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      isBounded = random.nextInt(4) == 0;
      DbOptions.Builder builder =
          DbOptions.builder()
              .memTableBytes((random.nextBoolean() ? 4L : 16L) * KIB)
              .tableBytes(4L * KIB)
              .blockBytes(512)
              .blockCacheBytes(0)
              .deleteApplier(random.nextInt(4) > 0)
              .valueFileThreshold(random.nextInt(3) == 0 ? 32 : 0)
              .compactionFilter(FilterHunt::decide)
              .keyspace("plain", KeyspaceOptions.builder().memTableBytes(4L * KIB).build());
      if (isBounded) {
        builder.fifo(1L << 40);
      } else {
        builder.mergeFunction(Appending.NAME, Appending.any(random).function());
      }
      options = builder.build();
      open();
    }

    private void open() {
      db = Stores.open(disk, options, work.workers(), clock.on(disk));
      plain = db.keyspace("plain");
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        look();
      }
      readings.forEach(reading -> reading.transaction().close());
      readers.forEach(reader -> reader.snapshot().close());
      db.close();
      check(Stores.verify(disk).problems().isEmpty(), "verify finds problems");
    }

    private void step() {
      switch (random.nextInt(23)) {
        case 0, 1, 2, 3, 4, 5 -> putSome();
        case 6, 7 -> deleteSome();
        case 8 -> db.flush();
        case 9 -> compact();
        case 10, 11 -> openReader();
        case 12, 13 -> askReaders();
        case 14 -> read();
        case 15 -> commit();
        case 16 -> hold();
        case 17 -> crashes();
        case 18 -> openWithin();
        case 19, 20 -> mergeSome();
        case 21 -> goOn();
        default -> reopen();
      }
    }

    private String key() {
      return "key%03d".formatted(random.nextInt(KEYS));
    }

    private String value() {
      String kind =
          List.of("r", "c", "k", "t").get(random.nextInt(16) == 0 ? 3 : random.nextInt(3));
      return kind + random.nextInt(1000, 10_000) + "x".repeat(random.nextInt(60));
    }

    private static byte[] bytes(String text) {
      return text.getBytes(UTF_8);
    }

    private static String text(byte[] bytes) {
      return bytes == null ? null : new String(bytes, UTF_8);
    }

    private void putSome() {
      for (int i = random.nextInt(100); i >= 0; i--) {
        String key = key();
        String value = value();
        if (random.nextInt(4) > 0) {
          db.put(bytes(key), bytes(value));
          put(key, value, NEVER);
        } else {
          long lives = 1 + random.nextLong(LIVES_MAX);
          db.put(bytes(key), bytes(value), Duration.ofMillis(lives));
          put(key, value, clock.millis() + lives);
        }
      }
      String key = key();
      String value = value();
      plain.put(bytes(key), bytes(value));
      plainContent.put(key, value);
    }

    private void put(String key, String value, long expiry) {
      states.put(key, Set.of(new State(value, expiry, List.of())));
      changed.put(key, ++step);
      putLast.put(key, step);
    }

    private void mergeSome() {
      for (int i = isBounded ? 0 : random.nextInt(40); i > 0; i--) {
        String key = key();
        String operand = "," + random.nextInt(10);
        db.merge(bytes(key), bytes(operand));
        states.put(
            key,
            possible(key)
                .map(state -> state.merged(operand))
                .collect(Collectors.toUnmodifiableSet()));
        changed.put(key, ++step);
        putLast.put(key, step);
      }
    }

    private void deleteSome() {
      for (int i = random.nextInt(30); i >= 0; i--) {
        String key = key();
        if (random.nextInt(4) == 0) {
          db.deleteRange(bytes(key), bytes(key + "0"));
        }
        db.delete(bytes(key));
        states.remove(key);
        putLast.remove(key);
        changed.put(key, ++step);
      }
    }

    /** The store asks for the time at once. */
    private void goOn() {
      clock.moveTo(clock.millis() + random.nextLong(LIVES_MAX));
      String value = value();
      db.put(bytes("~0"), bytes(value), Duration.ofDays(1));
      put("~0", value, clock.millis() + Duration.ofDays(1).toMillis());
    }

    /** After two, all is as the rule says: the second asks about what the first has merged. */
    private void compact() {
      work.letGo();
      db.compact();
      look();
      if (!readers.isEmpty() || !readings.isEmpty() || isBounded) { // nothing is asked then
        return;
      }
      db.compact();
      walk(db)
          .forEach(
              (key, value) ->
                  check(value.equals(outcome(key, value)), key + " was not asked about: " + value));
    }

    private void hold() {
      if (random.nextBoolean()) {
        work.hold();
      } else {
        work.letGo();
      }
    }

    private void openReader() {
      if (readers.size() < READERS_MAX) {
        Snapshot snapshot = db.snapshot();
        readers.add(new Reader(snapshot, walk(snapshot)));
        checkPossible(readers.getLast().was(), "a snapshot");
      }
    }

    private void askReaders() {
      for (Reader reader : readers) {
        same("a snapshot", reader.was(), walk(reader.snapshot()));
        String key = key();
        same(key, reader.was().get(key), text(db.get(bytes(key), reader.snapshot())));
      }
      if (!readers.isEmpty() && random.nextBoolean()) {
        readers.remove(random.nextInt(readers.size())).snapshot().close();
      }
    }

    private void read() {
      if (readings.size() < READERS_MAX) {
        Transaction transaction = db.transaction();
        String key = key();
        readings.add(new Reading(transaction, key, text(transaction.get(bytes(key))), step));
      }
    }

    private void commit() {
      if (readings.isEmpty()) {
        return;
      }
      Reading reading = readings.remove(random.nextInt(readings.size()));
      String key = reading.key();
      same("a transaction", reading.value(), text(reading.transaction().get(bytes(key))));
      boolean isAbsentAgain =
          reading.value() == null
              && possible(key).anyMatch(state -> state.at(clock.millis()) == null);
      String value = value();
      reading.transaction().put(bytes(key), bytes(value));
      try {
        reading.transaction().commit();
      } catch (TransactionConflictException e) {
        return;
      }
      Map<String, Long> seen = reading.value() == null ? putLast : changed;
      check(
          isAbsentAgain || seen.getOrDefault(key, 0L) <= reading.step(),
          "a transaction overwrites what it has not seen");
      put(key, value, NEVER);
    }

    /**
     * Opens snapshots while a compaction runs, but not while it changes the manifest: others wait.
     */
    private void openWithin() {
      work.letGo();
      during(
          call ->
              FileNames.isDraft(call.name())
                  && FileNames.manifestNumber(FileNames.withoutDraft(call.name())).isEmpty(),
          this::openReader);
      askReaders();
    }

    private void crashes() {
      db.sync();
      work.letGo();
      during(
          _ -> true,
          () ->
              crash(
                  disk.crash(
                      CrashState.ALL.get(random.nextInt(CrashState.ALL.size())),
                      random.nextLong())));
    }

    /** Does something at some calls of a whole compaction. */
    private void during(Predicate<Call> where, Runnable what) {
      disk.onCall(
          call -> {
            if (!isInHook
                && call.kind().isChanging()
                && where.test(call)
                && random.nextInt(8) == 0) {
              isInHook = true;
              what.run();
              isInHook = false;
            }
          });
      db.compact();
      disk.onCall(_ -> {});
    }

    private void crash(SimulatedDisk left) {
      TimeAndChance outside = clock.on(left);
      try (Db other = Stores.open(left, options, outside)) {
        checkPossible(walk(other), "after a crash");
        same("after a crash, plain", plainContent, walk(other.keyspace("plain")));
      }
    }

    private void reopen() {
      if (readers.isEmpty() && readings.isEmpty()) {
        work.letGo();
        db.close();
        open();
      }
    }

    /** Looks at all that is there. What was seen once, of all that may be, is what there is. */
    private void look() {
      NavigableMap<String, String> found = walk(db);
      checkPossible(found, "now");
      for (int i = 0; i < 20; i++) {
        String key = key();
        same(key, found.get(key), text(db.get(bytes(key))));
      }
      states.replaceAll(
          (key, _) ->
              possible(key)
                  .filter(state -> Objects.equals(found.get(key), state.at(clock.millis())))
                  .collect(Collectors.toUnmodifiableSet()));
      same("plain", plainContent, walk(plain));
    }

    /** The states of a key, and those to which the filter may have brought it by now. */
    private Stream<State> possible(String key) {
      return states.getOrDefault(key, Set.of(State.ABSENT)).stream()
          .map(state -> state.settled(clock.millis()))
          .flatMap(state -> Stream.concat(Stream.of(state), state.filtered(key)))
          .distinct();
    }

    private void checkPossible(NavigableMap<String, String> found, String when) {
      found.keySet().forEach(key -> check(states.containsKey(key), when + " there is " + key));
      states
          .keySet()
          .forEach(
              key ->
                  check(
                      possible(key)
                          .anyMatch(s -> Objects.equals(found.get(key), s.at(clock.millis()))),
                      when + " " + key + " has " + found.get(key) + " of " + states.get(key)));
    }

    private void same(
        String what, NavigableMap<String, String> expected, NavigableMap<String, String> found) {
      Stream.concat(expected.keySet().stream(), found.keySet().stream())
          .forEach(key -> same(what + " at " + key, expected.get(key), found.get(key)));
    }

    private static NavigableMap<String, String> walk(Reads reads) {
      NavigableMap<String, String> found = new TreeMap<>();
      try (Cursor cursor = reads.scan(KeyRange.all())) {
        while (cursor.next()) {
          found.put(text(cursor.key()), text(cursor.value()));
        }
      }
      return found;
    }

    private void same(String what, Object expected, Object found) {
      check(Objects.equals(expected, found), what + ": expected " + expected + ", found " + found);
    }

    private void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new AssertionError(otherwise + ": " + Trials.replay(FilterModelTest.class, seed));
      }
    }
  }

  /** Prepares to run histories. */
  public FilterHunt() {}

  /** Runs the history of a seed; fails where a value is there that should not be. */
  @Override
  public void run(long seed) {
    new History(seed).run();
  }
}
