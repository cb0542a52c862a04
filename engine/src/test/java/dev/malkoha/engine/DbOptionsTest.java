package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.trials.Trials;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options as a line of text and back, and the options of named keyspaces. */
class DbOptionsTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(DbOptionsTest.class);
  private static final int SETS = 20_000;

  private static final String OF_THE_FIRST_RELEASE =
      "filter=cuckoo(0.002) memTableBytes=4096 blockCacheBytes=0 blockBytes=256 tableBytes=8192"
          + " compression=SNAPPY durability=SYNC backgroundThreads=2";

  /** All that a set of options says, but for its keyspaces. */
  private static List<Object> values(DbOptions options) {
    return List.of(
        options.defaultKeyspace().filter(),
        options.defaultKeyspace().prefixFilter(),
        options.defaultKeyspace().memTableBytes(),
        options.blockCacheBytes(),
        options.defaultKeyspace().blockBytes(),
        options.defaultKeyspace().tableBytes(),
        options.defaultKeyspace().compression(),
        options.defaultKeyspace().durability(),
        options.backgroundThreads(),
        options.defaultKeyspace().deleteApplier(),
        options.defaultKeyspace().fifo(),
        options.defaultKeyspace().garbageShare(),
        options.logBytesMax(),
        options.defaultKeyspace().valueFileThreshold(),
        options.defaultKeyspace().timeToLive(),
        options.defaultKeyspace().expiry());
  }

  private static DbOptions random(SplittableRandom random) {
    DbOptions.Builder builder = DbOptions.builder();
    List<Runnable> setters =
        List.of(
            () -> builder.filter(filter(random)),
            () -> builder.prefixFilter(prefix(random)),
            () -> builder.memTableBytes(between(random, 4096, 1 << 30)),
            () -> builder.blockCacheBytes(between(random, 0, 1L << 40)),
            () -> builder.blockBytes((int) between(random, 256, 64 << 10)),
            () -> builder.tableBytes(between(random, 4096, 1 << 30)),
            () -> builder.compression(any(random, Compression.values())),
            () -> builder.durability(any(random, Durability.values())),
            () -> builder.backgroundThreads((int) between(random, 1, 64)),
            () -> builder.deleteApplier(random.nextBoolean()),
            () -> builder.garbageShare(random.nextBoolean() ? 1 : 1 - random.nextDouble()),
            () -> builder.logBytesMax(between(random, 1 << 20, 1L << 40)),
            () -> builder.valueFileThreshold(threshold(random)),
            () -> builder.fifo(random.nextBoolean() ? 0 : between(random, 64 << 10, 1L << 50)),
            () -> builder.timeToLive(Duration.ofMillis(between(random, 1, 1L << 41))));
    for (Runnable setter : setters) {
      if (random.nextInt(3) != 0) {
        setter.run();
      }
    }
    return builder.build();
  }

  private static int threshold(SplittableRandom random) {
    return random.nextInt(4) == 0 ? 0 : (int) between(random, 32, 256 << 20);
  }

  /** Mostly anywhere in the range, often at one of its ends. */
  private static long between(SplittableRandom random, long least, long most) {
    return switch (random.nextInt(8)) {
      case 0 -> least;
      case 1 -> most;
      default -> random.nextLong(least, most + 1);
    };
  }

  private static <T> T any(SplittableRandom random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static FilterPolicy filter(SplittableRandom random) {
    double rate = Math.pow(10, -random.nextDouble(0.302, 7.8));
    int bits = 1 + random.nextInt(64);
    return switch (random.nextInt(9)) {
      case 0 -> FilterPolicy.none();
      case 1 -> FilterPolicy.bloom(bits);
      case 2 -> FilterPolicy.blockedBloom(bits);
      case 3 -> FilterPolicy.cuckoo(rate);
      case 4 -> FilterPolicy.semiSortedCuckoo(rate);
      case 5 -> FilterPolicy.windowedCuckoo(rate);
      case 6 -> FilterPolicy.perLevel(FilterPolicy.cuckoo(rate));
      case 7 -> FilterPolicy.perLevel(FilterPolicy.semiSortedCuckoo(rate));
      default -> FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(rate));
    };
  }

  private static KeyPrefix prefix(SplittableRandom random) {
    int number = (int) between(random, 1, 65_535);
    return switch (random.nextInt(4)) {
      case 0 -> KeyPrefix.none();
      case 1 -> KeyPrefix.ofLength(number);
      case 2 -> KeyPrefix.upTo((byte) random.nextInt());
      default -> KeyPrefix.upTo((byte) random.nextInt(), number);
    };
  }

  @Test
  void everySetThatCanBeBuiltIsReadBack() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < SETS; i++) {
      DbOptions options = random(random);
      DbOptions read = DbOptions.parse(options.toString());
      assertEquals(values(options), values(read), REPLAY);
      assertEquals(options.toString(), read.toString(), REPLAY);
    }
  }

  @Test
  void theLineNamesEveryOptionInAnyOrderItIsReadIn() {
    String line = DbOptions.defaults().toString();
    assertEquals(values(DbOptions.defaults()).size(), line.split(" ", -1).length, line);
    String reversed = String.join("  ", List.of(line.split(" ", -1)).reversed());
    assertEquals(line, DbOptions.parse(" " + reversed + " ").toString());
  }

  @Test
  void aBoundedKeyspaceMergesNot() {
    KeyspaceOptions merging =
        KeyspaceOptions.builder().mergeFunction("sum", MergeFunctions.longSum()).build();
    KeyspaceOptions bounded = KeyspaceOptions.builder().fifo(1 << 20).build();
    assertThrows(IllegalArgumentException.class, () -> bounded.over(merging));
    assertThrows(IllegalArgumentException.class, () -> merging.over(bounded));
    assertEquals(0, KeyspaceOptions.builder().fifo(0).build().over(bounded).fifo());
  }

  @Test
  void whatALineLacksIsAsByDefault() {
    assertEquals(values(DbOptions.defaults()), values(DbOptions.parse("")));
    DbOptions old = DbOptions.parse(OF_THE_FIRST_RELEASE);
    DbOptions expected =
        DbOptions.builder()
            .filter(FilterPolicy.cuckoo(0.002))
            .memTableBytes(4096)
            .blockCacheBytes(0)
            .blockBytes(256)
            .tableBytes(8192)
            .compression(Compression.SNAPPY)
            .durability(Durability.SYNC)
            .backgroundThreads(2)
            .build();
    assertEquals(values(expected), values(old));
  }

  /** Stores keep lines with options that are constants now. */
  @Test
  void optionsThatAreGoneArePassedOver() {
    String line = "applierReadsPerSecond=17 blockBytes=256 applierJobBytes=5000";
    DbOptions expected = DbOptions.builder().blockBytes(256).build();
    assertEquals(values(expected), values(DbOptions.parse(line)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "blockBytes | at \"blockBytes\": expected a name, '=' and a value",
        "colour=red | unknown option \"colour\": written by a newer version? Expected one of filter,",
        "=4096 | unknown option \"\": written by a newer version?",
        "blockbytes=4096 | unknown option \"blockbytes\"",
        "prefixFilter=upTo(:) | expected none(), ofLength(bytes) or upTo(separator,occurrences)",
        "prefixFilter=ofLength(0) | a prefix's length must be from 1 to 65535, not 0",
        "blockBytes=512 blockBytes=512 | blockBytes is given twice",
        "blockBytes= | blockBytes=: expected a whole number such as 4096",
        "blockBytes=4k | blockBytes=4k: expected a whole number such as 4096",
        "blockBytes=99999999999 | blockBytes is 99999999999; it must be from 256 to 65536",
        "blockBytes=255 | blockBytes is 255; it must be from 256 to 65536",
        "memTableBytes=1e6 | memTableBytes=1e6: expected a whole number such as",
        "memTableBytes=99999999999999999999 | expected a whole number such as",
        "logBytesMax=1048575 | it must be from 1048576 to 1099511627776",
        "garbageShare=much | garbageShare=much: expected a number such as 0.3",
        "garbageShare=NaN | above 0 and at most 1",
        "deleteApplier=True | deleteApplier=True: expected one of [true, false]",
        "compression=lz4 | compression=lz4: expected one of [NONE, SNAPPY, LZ4, ZSTD]",
        "durability= | durability=: expected one of [PROCESS, SYNC]",
        "filter=ribbon(10) | filter=ribbon(10): not a filter policy: \"ribbon(10)\"; expected cuckoo(",
        "filter=perLevel(bloom(10)) | perLevel spends the memory of a cuckoo policy",
        "filter=cuckoo(0.7) | to 0.5"
      })
  void aWrongPartIsNamedAndWhatWasExpected(String part, String expected) {
    for (String line : List.of(part, "tableBytes=4096 " + part + " backgroundThreads=2")) {
      String message = refusal(() -> DbOptions.parse(line));
      assertTrue(message.contains(expected), message);
    }
  }

  @Test
  void logBytesMaxHasItsRange() {
    assertEquals(256 << 20, DbOptions.defaults().logBytesMax());
    assertEquals(1 << 20, DbOptions.builder().logBytesMax(1 << 20).build().logBytesMax());
    assertEquals(1L << 40, DbOptions.builder().logBytesMax(1L << 40).build().logBytesMax());
    refusal(() -> DbOptions.builder().logBytesMax((1 << 20) - 1));
    refusal(() -> DbOptions.builder().logBytesMax((1L << 40) + 1));
  }

  /** What could not be read back would make a store that cannot be opened by its stored options. */
  @Test
  void aFilterThatCannotBeReadBackIsRefused() {
    for (String spec : List.of("mine(3)", "none()", "two words")) {
      String message = refusal(() -> DbOptions.builder().filter(new ForeignPolicy(spec)));
      assertTrue(message.contains(spec), message);
    }
  }

  private record ForeignPolicy(String spec) implements FilterPolicy {
    @Override
    public byte[] build(long[] hashes, int count, long salt) {
      return FilterPolicy.none().build(hashes, count, salt);
    }
  }

  @Test
  void keyspacesKeepTheirOrderAndAreNotInTheLine() {
    KeyspaceOptions small = KeyspaceOptions.builder().blockBytes(256).build();
    KeyspaceOptions large = KeyspaceOptions.builder().blockBytes(8192).build();
    DbOptions.Builder builder = DbOptions.builder().keyspace("z", small).keyspace("a", small);
    DbOptions options = builder.keyspace("m", large).keyspace("z", large).build();
    assertEquals(List.of("z", "a", "m"), List.copyOf(options.keyspaces().keySet()));
    assertSame(large, options.keyspaces().get("z"), "the last word counts");
    assertSame(small, options.keyspaces().get("a"));
    assertEquals(DbOptions.defaults().toString(), options.toString());
    assertThrows(
        UnsupportedOperationException.class,
        () -> options.keyspaces().put("x", KeyspaceOptions.defaults()));
    builder.keyspace("later", small);
    assertEquals(3, options.keyspaces().size(), "what was built stays as it is");
    assertEquals(Map.of(), DbOptions.defaults().keyspaces());
  }

  @Test
  void aKeyspacesLineHasNothingOfTheStore() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1000; i++) {
      DbOptions options = random(random);
      String line = options.defaultKeyspace().toString();
      for (String ofStore : List.of("blockCacheBytes", "backgroundThreads", "logBytesMax")) {
        assertFalse(line.contains(ofStore), line);
      }
      assertEquals(line, DbOptions.parse(line).defaultKeyspace().toString());
      assertEquals(line, DbOptions.parse(options.toString()).defaultKeyspace().toString());
    }
  }

  @Test
  void buildersStartFromWhatIsThere() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1000; i++) {
      DbOptions options = random(random);
      assertEquals(values(options), values(options.toBuilder().build()));
      DbOptions other = random(random);
      DbOptions mixed = options.toBuilder().defaultKeyspace(other.defaultKeyspace()).build();
      assertEquals(other.defaultKeyspace().toString(), mixed.defaultKeyspace().toString());
      assertEquals(options.logBytesMax(), mixed.logBytesMax());
    }
  }

  @Test
  void namesOfOneTo255BytesOfTextAreKept() {
    for (String name :
        List.of("a", " ", "\0", "../x", "é", "x".repeat(255), "é".repeat(127), "😀".repeat(63))) {
      assertSame(name, Limits.checkKeyspaceName(name));
      assertFalse(
          DbOptions.builder()
              .keyspace(name, KeyspaceOptions.defaults())
              .build()
              .keyspaces()
              .isEmpty());
    }
  }

  @Test
  void namesThatAreNoTextAreRefused() {
    assertEquals("the name of a keyspace is empty: give it one", refusalOf(""));
    for (String name : List.of("\uD83D", "\uDE00", "\uDE00\uD83D", "\uD83Dab", "\uD83D😀")) {
      assertTrue(refusalOf(name).contains("half of a surrogate pair at index 0"), refusalOf(name));
    }
    for (String name : List.of("ab\uD83D", "😀\uDE00", "😀\uD83D", "ab\uDE00😀")) {
      assertTrue(refusalOf(name).contains("half of a surrogate pair at index 2"), refusalOf(name));
    }
  }

  private static String refusalOf(String name) {
    return refusal(() -> DbOptions.builder().keyspace(name, KeyspaceOptions.defaults()));
  }

  @Test
  void namesAreMeasuredInBytesOfUtf8() {
    for (String name : List.of("x".repeat(256), "é".repeat(128), "😀".repeat(64))) {
      String message = refusal(() -> Limits.checkKeyspaceName(name));
      assertTrue(message.contains("256 bytes is too long; the most is 255"), message);
    }
  }

  private static String refusal(Executable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  /** What counts for nothing is refused, and what is only carried along is not. */
  @Test
  void sizesOfItsOwnAreRefusedBesideSharedResources() {
    try (SharedResources shared = SharedResources.builder().build()) {
      DbOptions.Builder both = DbOptions.builder().resources(shared).blockCacheBytes(1 << 20);
      String message =
          String.valueOf(assertThrows(IllegalArgumentException.class, both::build).getMessage());
      assertTrue(message.contains("blockCacheBytes is of the shared resources"), message);
      assertThrows(
          IllegalArgumentException.class,
          () -> DbOptions.builder().backgroundThreads(2).resources(shared).build());
      DbOptions alone = DbOptions.builder().backgroundThreads(2).build();
      assertSame(shared, alone.toBuilder().resources(shared).build().resources());
    }
  }
}
