package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The way of a look-up, as told, is the way of a get. */
class ExplainGetTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(ExplainGetTest.class);
  private static final int LEVELS_WANTED = 4;
  private static final int KEYS = 6000;

  private final SimulatedDisk disk = new SimulatedDisk();

  /** Small enough for several levels; filters weak enough to be wrong at times. */
  private static DbOptions options(long cacheBytes, FilterPolicy filter, boolean applier) {
    return DbOptions.builder()
        .memTableBytes(64 << 10)
        .tableBytes(4096)
        .blockBytes(256)
        .blockCacheBytes(cacheBytes)
        .compression(Compression.NONE)
        .filter(filter)
        .deleteApplier(applier)
        .build();
  }

  /** The answer of a source, as its line says it. */
  private enum Answer {
    OUT_OF_RANGE("the key is out of range"),
    FILTERED("filter: absent"),
    NOT_FOUND("not there"),
    DEAD("dead, a false positive"),
    FOUND(", sequence ");

    private final String words;

    Answer(String words) {
      this.words = words;
    }

    static Answer of(String step) {
      return Stream.of(values())
          .filter(answer -> step.contains(answer.words))
          .findFirst()
          .orElseThrow(() -> new AssertionError(step));
    }
  }

  private static Keys fill(Db db, SplittableRandom random) {
    Keys keys = Keys.ofLength(12, KEYS);
    for (int i = 0; !hasAllLevels(db); i++) {
      assertTrue(i < 60_000, () -> "levels are still empty: " + db.stats());
      write(db, keys, random);
    }
    db.awaitIdle();
    everyTwentieth(keys).forEach(key -> db.delete(key.array())); // dead in deep tables
    db.awaitIdle();
    for (int i = 0; i < 200; i++) {
      write(db, keys, random);
    }
    return keys;
  }

  private static Stream<Bytes> everyTwentieth(Keys keys) {
    return IntStream.range(0, keys.all().size()).filter(i -> i % 20 == 0).mapToObj(keys.all()::get);
  }

  private static void write(Db db, Keys keys, SplittableRandom random) {
    byte[] key = keys.any(random).array();
    int choice = random.nextInt(1000);
    if (choice == 0) {
      byte[] to = key.clone();
      to[to.length / 2]++;
      db.deleteRange(key, to);
    } else if (choice < 200) {
      db.delete(key);
    } else {
      db.put(key, new byte[random.nextInt(200)]);
    }
  }

  private static boolean hasAllLevels(Db db) {
    int[] tables = db.stats().tablesPerLevel();
    for (int level = 0; level < LEVELS_WANTED; level++) {
      if (tables[level] == 0) {
        return false;
      }
    }
    return true;
  }

  static List<Arguments> cachesAndAppliers() {
    return Trials.sample(
        List.of(
            Arguments.of(65536, true),
            Arguments.of(65536, false),
            Arguments.of(0, true),
            Arguments.of(0, false)));
  }

  @ParameterizedTest
  @MethodSource("cachesAndAppliers")
  void endsLikeAGetAndIsCountedLikeOne(long cacheBytes, boolean applier) {
    SplittableRandom random = new SplittableRandom(SEED);
    DbOptions options = options(cacheBytes, FilterPolicy.cuckoo(0.1), applier);
    Keys keys;
    Set<Answer> answers = EnumSet.noneOf(Answer.class);
    try (Db db = Stores.open(disk, options)) {
      keys = fill(db, random);
      check(db, keys, random, answers);
    }
    DbOptions small = DbOptions.builder().memTableBytes(4096).blockCacheBytes(cacheBytes).build();
    try (DbReader db = Stores.openReadOnly(disk, small)) { // the same with frozen memtables
      check(db, keys, random, answers);
    }
    assertEquals(
        applier ? EnumSet.allOf(Answer.class) : EnumSet.complementOf(EnumSet.of(Answer.DEAD)),
        answers);
  }

  private static void check(OpenStore db, Keys keys, SplittableRandom random, Set<Answer> answers) {
    fillCache(db);
    int falsePositives = 0;
    int fromCache = 0;
    int fromFile = 0;
    Stream<Bytes> some =
        IntStream.range(0, 2000)
            .mapToObj(i -> i % 4 == 0 ? head(keys.any(random)) : keys.any(random));
    for (Bytes wanted : Stream.concat(some, everyTwentieth(keys)).toList()) {
      GetExplanation way = checkOne(db, wanted.array());
      way.steps().forEach(step -> answers.add(Answer.of(step)));
      falsePositives += way.falsePositives();
      fromCache += way.blocksFromCache();
      fromFile += way.blocksRead();
    }
    assertTrue(falsePositives > 10, "false positives: " + falsePositives);
    assertEquals(db.options().blockCacheBytes() > 0, fromCache > 0, "from the cache: " + fromCache);
    assertTrue(db.options().blockCacheBytes() > 0 || fromFile > 0, "from files: " + fromFile);
  }

  private static Bytes head(Bytes key) {
    return key.head(key.length() - 1);
  }

  /** Cursors keep the blocks that they read. */
  private static void fillCache(OpenStore db) {
    try (Cursor cursor = db.scan(KeyRange.all())) {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        assertTrue(cursor.valid());
      }
    }
  }

  private static GetExplanation checkOne(OpenStore db, byte[] key) {
    DbStats before = db.stats();
    GetExplanation way = db.explainGet(key);
    DbStats after = db.stats();
    assertCounted(way, before, after);
    assertEquals(after.count("block.reads") - before.count("block.reads"), way.blocksRead());
    assertEquals(
        after.count("block.cache.hits") - before.count("block.cache.hits"), way.blocksFromCache());
    byte[] value = db.get(key);
    assertCounted(way, after, db.stats());
    String context = way + ", " + REPLAY;
    assertEquals(value != null, way.isPresent(), context);
    if (value != null) {
      String bytes = String.format(Locale.ROOT, "%,d byte", value.length);
      assertTrue(way.toString().contains("present: " + bytes), context);
      assertTrue(way.steps().getLast().contains("put of " + bytes), context);
    }
    for (String step : way.steps().subList(0, way.steps().size() - 1)) {
      assertTrue(Answer.of(step) != Answer.FOUND, context);
    }
    return way;
  }

  private static void assertCounted(GetExplanation way, DbStats before, DbStats after) {
    assertEquals(after.count("filter.probes") - before.count("filter.probes"), way.filtersAsked());
    assertEquals(
        after.count("filter.negatives") - before.count("filter.negatives"), way.filtersAbsent());
    assertEquals(
        after.count("filter.false.positives") - before.count("filter.false.positives"),
        way.falsePositives());
  }

  @Test
  void readsAsText() {
    DbOptions options = options(8192, FilterPolicy.none(), false);
    try (Db db = Stores.open(disk, options)) {
      put(db, "b", 1000);
      put(db, "d", 1);
      db.compact();
      put(db, "b", 2);
      db.delete(Bytes.of("c").array());
      db.flush();
      put(db, "a", 0);
      assertEquals(
          """
          memtable                 put of 0 bytes, sequence 5

          present: 0 bytes
          filters asked 0 (absent 0, false positive 0), blocks read 0, from the cache 0, bits checked 0
          """,
          explain(db, "a"));
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            filter: maybe; block 0 of 1 from the file: put of 2 bytes, sequence 3

          present: 2 bytes
          filters asked 1 (absent 0, false positive 0), blocks read 1, from the cache 0, bits checked 0
          """,
          explain(db, "b"));
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            filter: maybe; block 0 of 1 from the cache: delete, sequence 4

          absent: deleted
          filters asked 1 (absent 0, false positive 0), blocks read 0, from the cache 1, bits checked 0
          """,
          explain(db, "c"));
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            the key is out of range
          L1 NNNNNN.sst            filter: maybe; block 1 of 2 from the file: put of 1 byte, sequence 0

          present: 1 byte
          filters asked 1 (absent 0, false positive 0), blocks read 1, from the cache 0, bits checked 0
          """,
          explain(db, "d"));
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            filter: maybe; block 0 of 1 from the cache: not there, a false positive
          L1 NNNNNN.sst            filter: maybe; block 0 of 2 from the file: not there, a false positive

          absent: no entry of the key
          filters asked 2 (absent 0, false positive 2), blocks read 1, from the cache 1, bits checked 0
          """,
          explain(db, "bb"));
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            the key is out of range
          L1                       the key is out of range

          absent: no entry of the key
          filters asked 0 (absent 0, false positive 0), blocks read 0, from the cache 0, bits checked 0
          """,
          explain(db, "e"));
    }
  }

  @Test
  void tellsOfARangeDelete() {
    try (Db db = Stores.open(disk, options(0, FilterPolicy.none(), false))) {
      put(db, "a", 3);
      db.deleteRange(Bytes.of("a").array(), Bytes.of("b").array());
      assertEquals(
          """
          memtable                 put of 3 bytes, sequence 1

          absent: deleted by a range delete, sequence 2
          filters asked 0 (absent 0, false positive 0), blocks read 0, from the cache 0, bits checked 0
          """,
          explain(db, "a"));
      put(db, "a", 4);
      assertTrue(explain(db, "a").contains("present: 4 bytes"));
    }
  }

  /** Filters that forget nothing, so that the bit is seen. */
  @Test
  void tellsOfDeadEntries() {
    try (Db db = Stores.open(disk, options(0, FilterPolicy.none(), true))) {
      for (int i = 10; i < 90; i++) { // so many that the table is not rewritten
        put(db, "key" + i, 100);
      }
      db.compact();
      db.delete(Bytes.of("key17").array());
      db.flush();
      db.awaitIdle();
      String way = explain(db, "key17");
      assertTrue(way.contains("filter: maybe; block "), way);
      assertTrue(way.contains(": put of 100 bytes, sequence "), way);
      assertTrue(way.contains(", dead, a false positive"), way);
      assertTrue(way.contains("absent: no entry of the key"), way);
      assertTrue(way.contains("bits checked 1"), way);
      assertNull(db.get(Bytes.of("key17").array()));
    }
  }

  @Test
  void tellsOfAFilterThatSaysAbsent() {
    try (Db db = Stores.open(disk, options(0, FilterPolicy.cuckoo(1e-6), true))) {
      put(db, "a", 3);
      put(db, "c", 3);
      db.flush();
      assertEquals(
          """
          memtable                 not there
          L0 NNNNNN.sst            filter: absent

          absent: no entry of the key
          filters asked 1 (absent 1, false positive 0), blocks read 0, from the cache 0, bits checked 0
          """,
          explain(db, "b"));
    }
  }

  @Test
  void isImmutableAndChecksItsKey() {
    try (Db db = Stores.open(disk, options(0, FilterPolicy.none(), true))) {
      List<String> steps = db.explainGet(new byte[0]).steps();
      assertThrows(UnsupportedOperationException.class, steps::clear);
      assertThrows(IllegalArgumentException.class, () -> db.explainGet(new byte[65_536]));
    }
  }

  private static void put(Db db, String key, int valueBytes) {
    Change.put(Bytes.of(key), Bytes.numbered(1, valueBytes), Durability.PROCESS).applyTo(db);
  }

  /** The text, without the files' numbers, which do not matter. */
  private static String explain(Db db, String key) {
    return db.explainGet(Bytes.of(key).array()).toString().replaceAll("[0-9]{6}", "NNNNNN");
  }
}
