package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.EntryConsumer;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every operation is counted once, in the keyspace it is of: each method of a map, also of those to
 * come, has a line here that says what it counts.
 */
final class CountedOperationsTest {

  private static final List<String> COUNTS =
      List.of(
          "gets",
          "scans",
          "puts",
          "merges",
          "deletes",
          "deletes.of.ranges",
          "conflicts",
          "retries");

  private static final Map<String, Long> NOTHING = Map.of();
  private static final Map<String, Long> A_GET = Map.of("gets", 1L);
  private static final Map<String, Long> A_SCAN = Map.of("scans", 1L);
  private static final Map<String, Long> A_PUT = Map.of("puts", 1L);

  /** By the method's name. The key {1} is there and has the value {2}. */
  private static final Map<String, Map<String, Long>> READS =
      Map.ofEntries(
          Map.entry("get", A_GET),
          Map.entry("contains", A_GET),
          Map.entry("getAll", Map.of("gets", 2L)),
          Map.entry("first", A_SCAN),
          Map.entry("last", A_SCAN),
          Map.entry("ceiling", A_SCAN),
          Map.entry("higher", A_SCAN),
          Map.entry("floor", A_SCAN),
          Map.entry("lower", A_SCAN),
          Map.entry("scan", A_SCAN),
          Map.entry("entries", A_SCAN),
          Map.entry("stream", A_SCAN),
          Map.entry("forEach", A_SCAN),
          Map.entry("count", A_SCAN));

  private static final Map<String, Map<String, Long>> WRITES =
      Map.of(
          "put", A_PUT,
          "merge", Map.of("merges", 1L),
          "delete", Map.of("deletes", 1L),
          "deleteRange", Map.of("deletes.of.ranges", 1L));

  /** By arguments {1}, {2}, {3}: what compares finds what it expects, and the key is not absent. */
  private static final Map<String, Map<String, Long>> OTHERS =
      Map.of(
          "putIfAbsent", A_GET,
          "compareAndSet", Map.of("gets", 1L, "puts", 1L),
          "update", Map.of("gets", 1L, "puts", 1L),
          "remove", Map.of("gets", 1L, "deletes", 1L),
          "explainGet", NOTHING,
          "estimate", NOTHING,
          "estimateBytes", NOTHING,
          "clear", Map.of("deletes.of.ranges", 1L),
          "compact", NOTHING,
          "flush", NOTHING);

  /** These add tables, or tell of the map. */
  private static final Set<String> NO_OPERATIONS =
      Set.of("ingest", "ingestFiles", "db", "name", "options", "stats", "withDurability");

  private static byte[] bytes(int number) {
    return new byte[] {(byte) number};
  }

  private static Db open() {
    DbOptions options = DbOptions.builder().mergeFunction("bits", MergeFunctions.bitOr()).build();
    Db db = Stores.open(new SimulatedDisk(), options);
    db.put(bytes(1), bytes(2));
    db.keyspace("other").put(bytes(1), bytes(2));
    return db;
  }

  private static Map<String, Long> counted(DbStats stats) {
    return COUNTS.stream()
        .collect(Collectors.toMap(name -> name, name -> (long) stats.metric(name).value()));
  }

  /** What was counted since, but for zeros. */
  private static Map<String, Long> since(Map<String, Long> before, DbStats stats) {
    Map<String, Long> more = new LinkedHashMap<>();
    counted(stats).forEach((name, count) -> more.put(name, count - before.getOrDefault(name, 0L)));
    more.values().removeIf(count -> count == 0);
    return more;
  }

  /** Does something to each of two keyspaces; the other one counts nothing, and the store all. */
  private static void check(String what, Map<String, Long> expected, Consumer<KeyValueMap> action) {
    for (boolean ofDefault : List.of(true, false)) {
      try (Db db = open()) {
        Keyspace named = db.keyspace(ofDefault ? "default" : "other");
        Keyspace idle = db.keyspace(ofDefault ? "other" : "default");
        Map<String, Long> before = counted(named.stats());
        Map<String, Long> idleBefore = counted(idle.stats());
        Map<String, Long> allBefore = counted(db.stats());
        action.accept(ofDefault ? db : named);
        assertEquals(expected, since(before, named.stats()), what);
        assertEquals(NOTHING, since(idleBefore, idle.stats()), what);
        assertEquals(expected, since(allBefore, db.stats()), what);
      }
    }
  }

  /** Calls a method with arguments that its types tell. */
  private static void call(Method method, Object target, @Nullable Snapshot snapshot) {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(method.getParameterTypes()[i], i + 1, snapshot);
    }
    try {
      consume(method.invoke(target, arguments));
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError(method.toString(), e);
    }
  }

  private static Object argument(Class<?> type, int place, @Nullable Snapshot snapshot) {
    Map<Class<?>, Object> known =
        Map.of(
            byte[].class, bytes(place),
            MemorySegment.class, MemorySegment.ofArray(bytes(place)),
            ByteBuffer.class, ByteBuffer.allocate(8),
            KeyRange.class, KeyRange.between(bytes(0), bytes(9)),
            ScanOptions.class, ScanOptions.defaults(),
            Durability.class, Durability.PROCESS,
            Duration.class, Duration.ofDays(1),
            List.class, List.of(bytes(1), bytes(2)),
            EntryConsumer.class, (EntryConsumer) (key, value) -> {},
            UnaryOperator.class, (UnaryOperator<Object>) seen -> bytes(3));
    return type == Snapshot.class
        ? Objects.requireNonNull(snapshot)
        : Objects.requireNonNull(known.get(type), type.getName());
  }

  private static void consume(@Nullable Object result) {
    switch (result) {
      case Cursor cursor -> {
        try (cursor) {
          cursor.next();
          cursor.next();
        }
      }
      case Entries entries -> {
        try (entries) {
          entries.iterator().forEachRemaining(entry -> {});
        }
      }
      case Stream<?> stream -> {
        try (stream) {
          assertEquals(1, stream.count());
        }
      }
      case null, default -> {}
    }
  }

  private static List<Method> methods(Class<?> of) {
    return Arrays.stream(of.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
        .toList();
  }

  /** All methods of a type; a name that no table has is an operation that nobody counts. */
  private static void checkAll(
      Class<?> type, List<Map<String, Map<String, Long>>> tables, Caller caller) {
    Map<String, Map<String, Long>> expected = new LinkedHashMap<>();
    tables.forEach(expected::putAll);
    Set<String> names = new TreeSet<>();
    for (Method method : methods(type)) {
      if (!NO_OPERATIONS.contains(method.getName())) {
        names.add(method.getName());
        Map<String, Long> counts = expected.get(method.getName());
        assertEquals(true, counts != null, method + ": say here what it counts");
        check(method.toString(), Objects.requireNonNull(counts), map -> caller.call(method, map));
      }
    }
    assertEquals(new TreeSet<>(expected.keySet()), names);
  }

  private interface Caller {
    void call(Method method, KeyValueMap map);
  }

  private static Db db(KeyValueMap map) {
    return map instanceof Keyspace keyspace ? keyspace.db() : (Db) map;
  }

  @Test
  void eachMethodOfAMapCountsWhatItSays() {
    checkAll(
        Keyspace.class,
        List.of(READS, WRITES, OTHERS),
        (method, map) -> {
          try (Snapshot snapshot = db(map).snapshot()) {
            boolean isOfKeyspace = method.getDeclaringClass() == Keyspace.class;
            call(method, isOfKeyspace ? db(map).keyspace(name(map)) : map, snapshot);
          }
        });
  }

  private static String name(KeyValueMap map) {
    return map instanceof Keyspace keyspace ? keyspace.name() : "default";
  }

  @Test
  void soDoReadsOfASnapshot() {
    checkAll(
        Reads.class,
        List.of(READS),
        (method, map) -> {
          try (Snapshot snapshot = db(map).snapshot()) {
            call(method, snapshot.in(map), null);
          }
        });
  }

  @Test
  void soDoTransactions() {
    checkAll(
        TransactionMap.class,
        List.of(READS, WRITES),
        (method, map) ->
            db(map).runInTransaction(transaction -> call(method, transaction.in(map), null)));
  }

  @Test
  void whatATransactionHasWrittenItselfIsAGetToo() {
    check(
        "own write",
        Map.of("gets", 1L, "puts", 1L),
        map ->
            db(map)
                .runInTransaction(
                    transaction -> transaction.in(map).put(bytes(5), bytes(6)).get(bytes(5))));
  }

  @Test
  void whatIsRolledBackIsWrittenNowhere() {
    check(
        "rolled back",
        NOTHING,
        map -> {
          try (Transaction transaction = db(map).transaction()) {
            transaction.in(map).put(bytes(5), bytes(6));
          }
        });
  }

  @Test
  void ofABatchEachOperationCountsInItsKeyspace() {
    try (Db db = open()) {
      Keyspace other = db.keyspace("other");
      Map<String, Long> before = counted(db.keyspace("default").stats());
      Map<String, Long> otherBefore = counted(other.stats());
      db.write(
          new WriteBatch()
              .put(bytes(1), bytes(1))
              .put(bytes(2), bytes(1))
              .in(other)
              .put(bytes(1), bytes(1))
              .delete(bytes(7))
              .deleteRange(bytes(8), bytes(9)));
      assertEquals(Map.of("puts", 2L), since(before, db.keyspace("default").stats()));
      assertEquals(
          Map.of("puts", 1L, "deletes", 1L, "deletes.of.ranges", 1L),
          since(otherBefore, other.stats()));
    }
  }

  @Test
  void aConflictAndARetryCountWhereOthersWereInTheWay() {
    try (Db db = open()) {
      Keyspace other = db.keyspace("other");
      Map<String, Long> before = counted(db.keyspace("default").stats());
      Map<String, Long> otherBefore = counted(other.stats());
      int[] tries = {0};
      db.runInTransaction(
          transaction -> {
            transaction.put(bytes(1), bytes(1)).in(other).put(bytes(1), bytes(1));
            if (tries[0]++ < 3) {
              other.put(bytes(1), bytes(9));
            }
          });
      assertEquals(Map.of("puts", 1L), since(before, db.keyspace("default").stats()));
      assertEquals(
          Map.of("puts", 4L, "conflicts", 3L, "retries", 3L), since(otherBefore, other.stats()));
    }
  }

  @Test
  void aConflictThatIsThrownIsNoRetry() {
    check(
        "a transaction by hand",
        Map.of("puts", 1L, "conflicts", 1L),
        map -> {
          try (Transaction transaction = db(map).transaction()) {
            transaction.in(map).put(bytes(1), bytes(6));
            map.put(bytes(1), bytes(7));
            assertThrows(TransactionConflictException.class, transaction::commit);
          }
        });
  }

  /** Only a look-up that was made again is one more. */
  @Test
  void anUpdateThatBeginsAgainIsOnePut() {
    check(
        "an update",
        Map.of("puts", 2L, "gets", 2L, "conflicts", 1L, "retries", 1L),
        map -> {
          boolean[] isSecond = {false};
          map.update(
              bytes(1),
              seen -> {
                if (!isSecond[0]) {
                  isSecond[0] = true;
                  elsewhere(() -> map.put(bytes(1), bytes(9)));
                }
                return bytes(4);
              });
        });
  }

  /** Does something in another thread, and waits for it. */
  private static void elsewhere(Runnable action) {
    Thread thread = new Thread(action);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A keyspace's own figures are exactly those that add up to the store's. */
  @Test
  void figuresOfKeyspacesAreOfNoOther() {
    try (Db db = open()) {
      DbStats idle = db.keyspace("idle").stats();
      Set<String> own =
          idle.keyspaceMetrics().stream().map(Metric::name).collect(Collectors.toSet());
      assertEquals(true, own.containsAll(COUNTS));
      assertEquals(
          "block.reads", idle.metrics().get(own.size()).name(), "as docs/observability.md says");
      for (Metric metric : idle.keyspaceMetrics()) {
        assertEquals(metric, idle.metric(metric.name()));
        if (metric.kind() == Metric.Kind.COUNTER) {
          assertEquals(0, metric.value(), metric.name());
        }
      }
    }
  }
}
