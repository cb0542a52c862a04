package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.range.DeadRuns.DeadRun;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares a memtable with a sorted set of its entries: here one that stays whole. */
class MemTableModelTest {

  private static final long SEED = Trials.seed();
  private static final int WALK_STEPS = 40;

  @SuppressWarnings("ArrayRecordComponent") // compared by ORDER alone
  private record Entry(byte[] key, long tag, byte[] value) {

    static final Comparator<Entry> ORDER =
        Comparator.comparing(Entry::key, Arrays::compareUnsigned)
            .thenComparing((a, b) -> Long.compareUnsigned(b.tag, a.tag));
  }

  private final String replay = Trials.replay(getClass());
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final KeyHasher hasher = new KeyHasher(SEED);
  private final MemTable table = memTable(hasher);
  private final TreeSet<Entry> model = new TreeSet<>(Entry.ORDER);

  // The tags of the larger half are negative as signed numbers.
  private long sequence = random.nextLong(EntryKind.SEQUENCE_MAX - 1_000_000);

  MemTable memTable(KeyHasher hash) {
    return new MemTable(hash);
  }

  private void add(byte[] key) {
    EntryKind kind = random.nextInt(4) == 0 ? EntryKind.DELETE : EntryKind.PUT;
    byte[] value = new byte[kind == EntryKind.DELETE ? 0 : random.nextInt(30)];
    random.nextBytes(value);
    Entry entry = new Entry(key, EntryKind.tag(++sequence, kind), value);
    byte[] buffer = Arrays.copyOf(key, key.length + value.length + 3);
    System.arraycopy(value, 0, buffer, key.length + 1, value.length);
    table.add(entry.tag, buffer, 0, key.length, key.length + 1, value.length);
    model.add(entry);
  }

  /** A key that is mostly here, or else next to one that is. */
  private byte[] sought(List<byte[]> keys) {
    byte[] key = keys.get(random.nextInt(keys.size()));
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(key, random.nextInt(key.length + 1));
      case 1 -> Arrays.copyOf(key, key.length + 1);
      default -> key;
    };
  }

  /** A tag anywhere among those in use, or the largest. */
  private long soughtTag() {
    return random.nextInt(3) == 0
        ? -1
        : EntryKind.firstTag(sequence - random.nextInt(model.size() + 10)) + random.nextInt(3);
  }

  private void checkGet(byte[] key, long tag) {
    Entry expected = model.ceiling(new Entry(key, tag, key));
    boolean present = expected != null && Arrays.equals(expected.key, key);
    Lookup found = new Lookup();
    byte[] padded = Arrays.copyOf(key, key.length + 1);
    long hash = hasher.hash(key, 0, key.length);
    assertEquals(present, table.get(padded, 0, key.length, hash, tag, found), replay);
    if (present && expected != null) {
      assertEquals(expected.tag, found.tag, replay);
      int end = found.valueOffset + found.valueLength;
      assertArrayEquals(
          expected.value, Arrays.copyOfRange(found.buffer, found.valueOffset, end), replay);
    }
  }

  private void checkAt(@Nullable Entry expected, MemTableCursor cursor) {
    assertEquals(expected != null, cursor.valid(), replay);
    if (expected != null) {
      byte[] key = expected.key;
      int keyEnd = cursor.keyOffset() + cursor.keyLength();
      int valueEnd = cursor.valueOffset() + cursor.valueLength();
      assertArrayEquals(
          key, Arrays.copyOfRange(cursor.keyBuffer(), cursor.keyOffset(), keyEnd), replay);
      assertEquals(expected.tag, cursor.tag(), replay);
      assertEquals(EntryOrder.prefix(key, 0, key.length), cursor.keyPrefix(), replay);
      assertArrayEquals(
          expected.value,
          Arrays.copyOfRange(cursor.valueBuffer(), cursor.valueOffset(), valueEnd),
          replay);
    }
  }

  private void checkWalk(byte[] key, long tag, byte[] end) throws IOException {
    MemTableCursor cursor = table.cursor();
    cursor.seek(key, 0, key.length, tag);
    Entry at = model.ceiling(new Entry(key, tag, key));
    checkAt(at, cursor);
    for (int step = 0; step < WALK_STEPS && at != null; step++) {
      if (random.nextInt(10) == 0) {
        cursor.seekBefore(end, 0, end.length);
        at = model.lower(new Entry(end, -1, end));
        checkAt(at, cursor);
        continue;
      }
      if (random.nextInt(10) == 0) {
        byte[] current = at.key;
        cursor.nextKey();
        at = model.higher(new Entry(current, 0, current));
        checkAt(at, cursor);
        continue;
      }
      boolean forward = random.nextBoolean();
      if (forward) {
        cursor.next();
      } else {
        cursor.prev();
      }
      at = forward ? model.higher(at) : model.lower(at);
      checkAt(at, cursor);
    }
  }

  private void checkScans() {
    MemTableCursor cursor = table.cursor();
    cursor.seekToFirst();
    for (Entry entry : model) {
      checkAt(entry, cursor);
      cursor.next();
    }
    assertFalse(cursor.valid(), replay);
    cursor.seekToLast();
    for (Entry entry : model.descendingSet()) {
      checkAt(entry, cursor);
      cursor.prev();
    }
    assertFalse(cursor.valid(), replay);
  }

  @ParameterizedTest
  @EnumSource
  void behavesAsASortedSet(KeyShape shape) throws IOException {
    int keyCount = shape == KeyShape.LONG ? 300 : 6000;
    List<byte[]> keys = shape.keys(random, keyCount);
    checkScans();
    for (int i = 0; i < 3 * keyCount; i++) {
      add(keys.get(random.nextInt(keys.size())));
      if (i % 16 == 0) {
        checkGet(sought(keys), soughtTag());
        checkWalk(sought(keys), soughtTag(), sought(keys));
      }
    }
    checkScans();
  }

  /** What of a run was put since is found, and neither deletes nor anything outside of it. */
  @ParameterizedTest
  @EnumSource
  void tellsWhetherARunWasPutInto(KeyShape shape) {
    List<byte[]> keys = shape.keys(random, 300);
    for (int i = 0; i < 1_000; i++) {
      add(keys.get(random.nextInt(keys.size())));
      byte[] a = sought(keys);
      byte[] b = sought(keys);
      boolean isOrdered = Arrays.compareUnsigned(a, b) <= 0;
      DeadRun run = new DeadRun(isOrdered ? a : b, isOrdered ? b : a, 1);
      long since = sequence - random.nextInt(1 << random.nextInt(10));
      assertEquals(wasPutInto(run, since), table.hasPutSince(since, table.end(), run), replay);
    }
  }

  private boolean wasPutInto(DeadRun run, long since) {
    return model.stream()
        .anyMatch(
            entry ->
                EntryKind.of(entry.tag) == EntryKind.PUT
                    && EntryKind.sequence(entry.tag) > since
                    && Arrays.compareUnsigned(run.from(), entry.key) <= 0
                    && Arrays.compareUnsigned(entry.key, run.to()) < 0);
  }

  @ParameterizedTest
  @EnumSource
  void ordersKeysAddedInOrder(KeyShape shape) throws IOException {
    List<byte[]> keys = shape.keys(random, shape == KeyShape.LONG ? 300 : 6000);
    boolean ascending = random.nextBoolean();
    for (byte[] key : ascending ? keys : keys.reversed()) {
      add(key);
      checkWalk(key, -1, sought(keys));
    }
    checkScans();
  }

  @ParameterizedTest
  @EnumSource
  void keepsManyVersionsOfAKey(KeyShape shape) throws IOException {
    List<byte[]> keys = shape.keys(random, 3);
    for (int i = 0; i < 3000; i++) {
      add(keys.get(random.nextInt(keys.size())));
    }
    for (int i = 0; i < 100; i++) {
      checkGet(sought(keys), soughtTag());
      checkWalk(sought(keys), soughtTag(), sought(keys));
    }
    checkScans();
    assertEquals(model.size(), table.entries(), replay);
    assertTrue(table.memoryUsed() > table.bytesUsed(), replay);
  }
}
