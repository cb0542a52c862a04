package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What memtables ask for as they grow by parts, and what stands ready for them. */
final class PartsTest {

  private static final int SHIFT = 13;
  private static final byte[] NOTHING = {};

  private final KeyHasher hasher = new KeyHasher(1);

  /** Notes how many bytes each array takes. */
  private static final class Asked extends SpareParts {

    final List<Long> sizes = new ArrayList<>();

    /** Of these: tables of the index. */
    final List<Long> tables = new ArrayList<>();

    @Override
    public byte[] bytes(int length) {
      sizes.add((long) length);
      return new byte[length];
    }

    @Override
    public int[] ints(int length) {
      sizes.add((long) length * Integer.BYTES);
      return new int[length];
    }

    @Override
    public long[] longs(int length) {
      sizes.add((long) length * Long.BYTES);
      tables.add((long) length * Long.BYTES);
      return new long[length];
    }
  }

  private final Asked asked = new Asked();

  private MemTable parted(long expectedBytes, int expectedKeys) {
    return new MemTable(hasher, null, new PartGrowth(asked, SHIFT, expectedBytes, expectedKeys));
  }

  private static void put(MemTable table, long sequence, byte[] key, byte[] value) {
    long tag = EntryKind.tag(sequence, EntryKind.PUT);
    MemTables.add(table, tag, key, value);
  }

  private static void fill(MemTable table, int keys) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 1; i <= keys; i++) {
      byte[] key = new byte[16];
      random.nextBytes(key);
      put(table, i, key, new byte[20]);
    }
  }

  private Lookup get(MemTable table, byte[] key) {
    Lookup found = new Lookup();
    assertTrue(table.get(key, 0, key.length, hasher.hash(key, 0, key.length), -1, found));
    return found;
  }

  @Test
  void noArrayIsLargerThanAPartButOfTheIndex() {
    MemTable table = parted(0, 0);
    fill(table, 2_000);
    assertTrue(asked.sizes.size() > 20, asked.sizes::toString);
    // Half of the slots are used, of a power of two.
    long slots = 4L * 2_000;
    assertTrue(largest(asked.tables) <= slots * Long.BYTES, asked.tables::toString);
    asked.tables.forEach(asked.sizes::remove);
    assertTrue(largest(asked.sizes) <= 1 << SHIFT, asked.sizes::toString);
  }

  private static long largest(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  /** What is large is reserved before it is logged, and what is reserved is what is used. */
  @Test
  void whatWasReservedForALargeValueIsUsed() {
    MemTable table = parted(0, 0);
    fill(table, 300); // the index has room for more
    for (int i = 0; i < 3; i++) {
      byte[] key = {(byte) i};
      byte[] value = new byte[3 << SHIFT];
      table.reserve(1, value.length + 40L);
      long taken = table.memoryTaken();
      put(table, 501 + i, key, value);
      assertEquals(taken, table.memoryTaken());
      value[7] = 1; // the memtable has a copy
      assertEquals(0, get(table, key).takeValue()[7]);
    }
    table.reserve(1, 3L << SHIFT); // for a write that is not logged
    put(table, 504, new byte[] {9}, new byte[10]);
    assertArrayEquals(new byte[10], get(table, new byte[] {9}).takeValue());
  }

  @Test
  void whatIsExpectedIsTakenOnceAndNeverCopied() {
    MemTable first = parted(0, 0);
    fill(first, 20_000);
    long grown = asked.sizes.stream().mapToLong(Long::longValue).sum();
    asked.sizes.clear();
    MemTable second = parted(first.bytesUsed(), 20_000);
    fill(second, 20_000);
    long taken = asked.sizes.stream().mapToLong(Long::longValue).sum();
    assertTrue(taken < grown, taken + " of " + grown);
    assertTrue(taken <= second.memoryTaken(), taken + " of " + second.memoryTaken());
  }

  @Test
  void usesNoMoreThanItTakes() {
    SplittableRandom random = new SplittableRandom(2);
    MemTable table = parted(0, 0);
    for (int i = 1; i <= 3_000; i++) {
      byte[] key = new byte[8];
      random.nextBytes(key);
      byte[] value = new byte[random.nextInt(1 << random.nextInt(SHIFT + 1))];
      put(table, i, key, value);
      long taken = table.memoryTaken();
      assertTrue(table.memoryUsed() <= taken + 1);
    }
    assertTrue(table.memoryTaken() < 2 * table.memoryUsed());
  }

  /** Stores that share memory ask for it before they take it. */
  @Test
  void takesNoMoreThanWasForeseen() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 200; round++) {
      Parts<byte[]> parts = new Arena(new PartGrowth(asked, SHIFT, 0, 0)).bytes;
      for (int batches = random.nextInt(60); batches > 0; batches--) {
        int most = 1 + random.nextInt(1 << random.nextInt(SHIFT + 3));
        int[] lengths = random.ints(1 + random.nextInt(20), 0, most).toArray();
        checkForeseen(parts, random.nextBoolean() ? lengths : new int[] {most});
      }
    }
  }

  /** The first array is full to the last byte, and one more makes it twice as long. */
  @Test
  void theHeaderOfALongerArrayIsForeseen() {
    Parts<byte[]> parts = new Arena(new PartGrowth(asked, 2 * SHIFT, 0, 0)).bytes;
    checkForeseen(parts, 1);
    checkForeseen(parts, Math.toIntExact(parts.allocated() - parts.used()));
    checkForeseen(parts, 1, 0);
  }

  private static void checkForeseen(Parts<byte[]> parts, int... lengths) {
    long bytes = IntStream.of(lengths).asLongStream().sum();
    boolean isOne = lengths.length == 1;
    long foreseen = parts.allocatedFor(bytes, isOne);
    for (int length : lengths) {
      parts.reserve(length);
      parts.take(length);
    }
    assertTrue(parts.allocated() <= foreseen, parts.allocated() + " of " + foreseen);
    long most = parts.allocated() + (isOne ? bytes : 2 * bytes) + (2L << SHIFT);
    assertTrue(foreseen <= most, foreseen + " for " + parts.allocated());
  }

  /** A large value between small ones leaves no hole, and none is cut by another. */
  @Test
  void valuesLargerThanAPartHaveOneOfTheirOwn() {
    MemTable table = parted(0, 0);
    for (int i = 1; i <= 200; i++) {
      byte[] value = new byte[i % 2 == 0 ? 3 << SHIFT : 10];
      value[value.length - 1] = (byte) i;
      put(table, i, new byte[] {(byte) i}, value);
      put(table, i + 1_000, new byte[] {(byte) i, 1}, NOTHING);
    }
    for (int i = 1; i <= 200; i++) {
      Lookup found = get(table, new byte[] {(byte) i});
      assertEquals((byte) i, found.buffer[found.valueOffset + found.valueLength - 1]);
      assertEquals(0, get(table, new byte[] {(byte) i, 1}).valueLength);
    }
    assertTrue(table.memoryTaken() < 100L * (3 << SHIFT) + (64 << SHIFT));
  }

  @Test
  void fitsUntilNamesOfPartsRunOut() {
    MemTable table = parted(0, 0);
    int rounds = 0;
    while (table.fits(1, 3 << SHIFT)) {
      put(table, ++rounds, new byte[] {1}, new byte[3 << SHIFT]);
    }
    assertTrue(rounds > 1_000, () -> "full too soon");
    assertTrue(table.fits(1, 10) || rounds < 1 << 10);
  }

  @Test
  void sparesAreMadeAheadOfTheLengthInUse() {
    ArrayDeque<Runnable> handed = new ArrayDeque<>();
    SpareParts spares = new SpareParts();
    spares.begin(handed::add);
    int length = 1 << 20;
    spares.bytes(length / 2);
    assertTrue(handed.isEmpty());
    spares.bytes(length);
    assertTrue(handed.isEmpty(), "once is no rule");
    assertEquals(length, spares.bytes(length).length);
    assertFalse(MemTables.hasSpare(spares));
    handed.remove().run();
    assertTrue(MemTables.hasSpare(spares));
    byte[] ready = spares.bytes(length);
    assertEquals(length, ready.length);
    assertNotSame(ready, spares.bytes(length));
    assertEquals(2, handed.size()); // one is missing after each
    handed.forEach(Runnable::run);
    handed.clear();
    assertEquals(5, spares.bytes(5).length);
    assertTrue(handed.isEmpty(), "a short one is had at once");
    assertEquals(length / 2, spares.bytes(length / 2).length);
  }

  /** A writer asks in the middle of a commit, which is not to fail for it. */
  @Test
  void withoutAThreadThereAreNoSpares() {
    SpareParts spares = new SpareParts();
    int[] asked = {0};
    spares.begin(
        work -> {
          asked[0]++;
          throw new OutOfMemoryError("unable to create native thread");
        });
    for (int i = 0; i < 3; i++) {
      assertEquals(1 << 20, spares.longs(1 << 20).length);
    }
    assertEquals(2, asked[0]);
  }

  @Test
  void whatIsReadyIsForgottenWhenCleared() {
    SpareParts spares = new SpareParts();
    ArrayDeque<Runnable> handed = new ArrayDeque<>();
    spares.begin(handed::add);
    spares.bytes(1 << 20);
    spares.bytes(1 << 20);
    handed.remove().run();
    assertTrue(MemTables.hasSpare(spares));
    spares.clear();
    assertFalse(MemTables.hasSpare(spares));
    spares.bytes(1 << 20);
    assertTrue(handed.isEmpty(), "once is no rule");
  }
}
