package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A table answers as a sorted set of its entries does, whatever the entries and the options. */
class TableModelTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(TableModelTest.class);
  private static final int WALK_STEPS = 4000;

  private final Tables tables;

  TableModelTest() throws IOException {
    tables = new Tables();
  }

  static Stream<Arguments> tables() {
    List<Arguments> all = new ArrayList<>();
    for (EntrySets entries : EntrySets.values()) {
      for (int codec = 0; codec < Codecs.COUNT; codec++) {
        for (int blockBytes : new int[] {TableOptions.MIN_BLOCK_BYTES, 4096, 65_536}) {
          all.add(Arguments.of(entries, codec, blockBytes));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void answersAsTheModelDoes(EntrySets kind, int codec, int blockBytes) throws IOException {
    NavigableSet<Entry> model = kind.make(SEED);
    String name = tables.build(model, Tables.options(blockBytes, codec));
    BlockCache cache = new BlockCache(32 << 10);
    try (TableReader table = tables.open(name, cache)) {
      List<Entry> entries = List.copyOf(model);
      String context = " in " + kind + ", " + REPLAY;
      checkScans(table, entries, context);
      checkGets(table, model, entries, context);
      checkWalk(table, entries, context);
      checkProperties(table, entries);
      table.verify();
    }
    assertEquals(0, cache.usedBytes());
  }

  private static void checkScans(TableReader table, List<Entry> entries, String context)
      throws IOException {
    try (TableCursor cursor = table.cursor(true)) {
      cursor.seekToFirst();
      for (int i = 0; i < entries.size(); i++) {
        checkAt(cursor, entries, i, context);
        cursor.next();
      }
      assertFalse(cursor.valid(), "behind the last entry" + context);
      cursor.seekToLast();
      for (int i = entries.size() - 1; i >= 0; i--) {
        checkAt(cursor, entries, i, context);
        cursor.prev();
      }
      assertFalse(cursor.valid(), "before the first entry" + context);
    }
  }

  /** The cursor shows the entry of this ordinal, or nothing if there is no such entry. */
  private static void checkAt(
      TableCursor cursor, List<Entry> entries, int ordinal, String context) {
    boolean exists = ordinal >= 0 && ordinal < entries.size();
    assertEquals(exists, cursor.valid(), () -> "valid at " + ordinal + context);
    if (!exists) {
      return;
    }
    Entry entry = entries.get(ordinal);
    assertEquals(ordinal, cursor.ordinal(), context);
    assertTrue(
        Arrays.equals(
            entry.key(),
            0,
            entry.key().length,
            cursor.keyBuffer(),
            cursor.keyOffset(),
            cursor.keyOffset() + cursor.keyLength()),
        () -> "key of entry " + ordinal + context);
    assertEquals(
        EntryOrder.prefix(entry.key(), 0, entry.key().length), cursor.keyPrefix(), context);
    assertEquals(entry.tag(), cursor.tag(), context);
    assertTrue(
        Arrays.equals(
            entry.value(),
            0,
            entry.value().length,
            cursor.valueBuffer(),
            cursor.valueOffset(),
            cursor.valueOffset() + cursor.valueLength()),
        () -> "value of entry " + ordinal + context);
  }

  private static void checkGets(
      TableReader table, NavigableSet<Entry> model, List<Entry> entries, String context)
      throws IOException {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      checkGet(table, model, entries, entry, lookup, context);
      assertTrue(table.mayContain(Tables.HASHER.hash(entry.key(), 0, entry.key().length)), context);
    }
    for (int i = 0; i < WALK_STEPS; i++) {
      checkGet(table, model, entries, target(random, entries), lookup, context);
    }
  }

  private static void checkGet(
      TableReader table,
      NavigableSet<Entry> model,
      List<Entry> entries,
      Entry target,
      Lookup lookup,
      String context)
      throws IOException {
    Entry ceiling = model.ceiling(target);
    boolean exists = ceiling != null && Arrays.equals(ceiling.key(), target.key());
    byte[] key = target.key();
    boolean found = table.get(key, 0, key.length, target.tag(), lookup);
    assertEquals(exists, found, () -> "found " + target + context);
    if (found) {
      assertEquals(ceiling.tag(), lookup.tag, context);
      assertEquals(Collections.binarySearch(entries, ceiling), lookup.ordinal, context);
      byte[] value =
          Arrays.copyOfRange(
              lookup.buffer, lookup.valueOffset, lookup.valueOffset + lookup.valueLength);
      assertArrayEquals(ceiling.value(), value, context);
    }
  }

  /** Seeks and steps at random, back and forth, against the ordinal that the model would have. */
  private static void checkWalk(TableReader table, List<Entry> entries, String context)
      throws IOException {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    TableCursor cursor = table.cursor(random.nextBoolean());
    int at = -1;
    for (int i = 0; i < WALK_STEPS; i++) {
      if (at < 0 || at >= entries.size() || random.nextInt(12) == 0) {
        Entry target = target(random, entries);
        byte[] padded = new byte[target.key().length + 5];
        System.arraycopy(target.key(), 0, padded, 3, target.key().length);
        cursor.seek(padded, 3, target.key().length, target.tag());
        int found = Collections.binarySearch(entries, target);
        at = found < 0 ? ~found : found;
      } else if (random.nextInt(6) == 0) {
        byte[] end = target(random, entries).key();
        cursor.seekBefore(end, 0, end.length);
        int found = Collections.binarySearch(entries, new Entry(end, -1L, end));
        at = (found < 0 ? ~found : found) - 1;
      } else if (random.nextInt(6) == 0) {
        cursor.nextKey();
        at = passedKey(entries, at);
      } else if (random.nextBoolean()) {
        cursor.next();
        at++;
      } else {
        cursor.prev();
        at--;
      }
      checkAt(cursor, entries, at, context);
    }
  }

  private static int passedKey(List<Entry> entries, int from) {
    int at = from + 1;
    while (at < entries.size() && Arrays.equals(entries.get(at).key(), entries.get(from).key())) {
      at++;
    }
    return at;
  }

  /** An entry's key and tag, or something close to it that may or may not be there. */
  private static Entry target(SplittableRandom random, List<Entry> entries) {
    if (entries.isEmpty()) {
      return Entry.of("any", random.nextLong(), "");
    }
    Entry entry = entries.get(random.nextInt(entries.size()));
    byte[] key = entry.key().clone();
    switch (random.nextInt(5)) {
      case 0 -> key = Arrays.copyOf(key, random.nextInt(key.length + 1));
      case 1 -> key = Arrays.copyOf(key, Math.min(key.length + 1, TableFormat.MAX_KEY_LENGTH));
      case 2 -> {
        if (key.length > 0) {
          key[random.nextInt(key.length)] += (byte) (random.nextBoolean() ? 1 : -1);
        }
      }
      default -> {}
    }
    long tag = random.nextInt(3) == 0 ? random.nextLong() : entry.tag() + random.nextInt(3) - 1;
    return new Entry(key, tag, new byte[0]);
  }

  private static void checkProperties(TableReader table, List<Entry> entries) {
    TableProperties properties = table.properties();
    assertEquals(entries.size(), properties.entries());
    long keys = entries.stream().map(entry -> ByteBuffer.wrap(entry.key())).distinct().count();
    assertEquals(keys, properties.distinctKeys());
    assertEquals(keys, table.filter().keys());
    assertEquals("", table.filterProblem());
    if (!entries.isEmpty()) {
      assertArrayEquals(entries.get(0).key(), properties.smallestKey());
      assertArrayEquals(entries.get(entries.size() - 1).key(), properties.largestKey());
    }
  }
}
