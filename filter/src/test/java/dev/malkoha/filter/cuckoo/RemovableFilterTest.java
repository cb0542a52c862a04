package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys are taken out of a copy of a filter, one slot for each, and no other key is lost. */
class RemovableFilterTest {

  private static final int KEYS = 1200;

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final long salt = random.nextLong();

  static Stream<Layout> shapes() {
    return Stream.of(
            IntStream.rangeClosed(1, 32)
                .boxed()
                .flatMap(
                    bits -> IntStream.of(2, 4, 8).mapToObj(s -> new CuckooGeometry(bits, s, 1))),
            IntStream.rangeClosed(5, 32).mapToObj(bits -> CuckooGeometry.semiSorted(bits, 1)),
            IntStream.rangeClosed(5, 26).mapToObj(bits -> new WindowGeometry(bits, 2)))
        .flatMap(shapes -> shapes);
  }

  /** Shapes in which a key's slots can be told one by one. */
  static Stream<Layout> slotShapes() {
    return shapes()
        .filter(shape -> !(shape.openBuckets(new byte[100]) instanceof SemiSortedBuckets));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void answersAsTheTracesThatAreLeft(Layout shape) {
    Keys keys = build(shape);
    RemovableFilter filter = keys.open();
    long[] probes = random.longs(2000).toArray();
    while (keys.live > 0) {
      byte[] before = bytes(filter);
      RemovableFilter next = keys.removeSome(filter);
      assertArrayEquals(before, bytes(filter), this::replay);
      keys.check(next, probes);
      byte[] block = bytes(next);
      keys.check((RemovableFilter) Filters.open(block, 0, block.length), probes);
      assertEquals(keys.live, CuckooFilter.open(block.clone()).size(), this::replay);
      filter = next;
    }
    assertEquals(0, filter.expectedFalsePositiveRate());
    assertEquals(keys.hashes.length, filter.removed());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void inStepsAsAtOnce(Layout shape) {
    Keys keys = build(shape);
    RemovableFilter filter = keys.open();
    RemovableFilter steps = filter;
    while (keys.live > keys.hashes.length / 4) {
      steps = keys.removeSome(steps);
    }
    long[] removed =
        Arrays.stream(keys.hashes, keys.live, keys.hashes.length).map(filter::removal).toArray();
    RemovableFilter once = filter.without(removed, removed.length);
    assertArrayEquals(bytes(steps), bytes(once), this::replay);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void oneRemovalTooManyChangesNothing(Layout shape) {
    Keys keys = build(shape);
    RemovableFilter filter = keys.open();
    long removal = filter.removal(keys.hashes[0]);
    int slots = keys.removals(filter, keys.hashes.length).getOrDefault(removal, 0);
    long[] removals = new long[slots + 1];
    Arrays.fill(removals, removal);
    RemovableFilter without = filter.without(removals, slots);
    assertFalse(without.mayContain(keys.hashes[0]), this::replay);
    checkRefused(without, removal);
    byte[] before = bytes(filter);
    assertThrows(
        IllegalArgumentException.class, () -> filter.without(removals, slots + 1), this::replay);
    assertArrayEquals(before, bytes(filter), this::replay);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void tracesOfNoFilterAreRefused(Layout shape) {
    RemovableFilter filter = build(shape).open();
    BlockHeader header = BlockHeader.read(bytes(filter), 0);
    long buckets = shape instanceof WindowGeometry ? header.buckets() - 1 : header.buckets();
    checkRefused(filter, Removal.bits(0, 0));
    checkRefused(filter, Removal.bits(buckets, 1));
    checkRefused(filter, -1);
    if (header.width() < 32) {
      checkRefused(filter, Removal.bits(0, 1L << header.width()));
    }
  }

  private void checkRefused(RemovableFilter filter, long removal) {
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> filter.without(new long[] {removal}, 1),
                    this::replay)
                .getMessage());
    assertTrue(message.contains("a removal too many"), message);
  }

  /** Every slot that differs held a victim and is empty now; nothing else differs. */
  @ParameterizedTest
  @MethodSource("slotShapes")
  void onlyTheVictimsSlotsAreCleared(Layout shape) {
    Keys keys = build(shape);
    RemovableFilter filter = keys.open();
    byte[] before = bytes(filter);
    byte[] after = bytes(keys.removeSome(filter));
    BlockHeader header = BlockHeader.read(before, 0);
    int width = header.width() + (shape instanceof WindowGeometry ? 2 : 0);
    SlotArray old = new SlotArray(before, BlockHeader.BYTES, width);
    SlotArray now = new SlotArray(after, BlockHeader.BYTES, width);
    Map<Long, Integer> victims = new HashMap<>();
    for (int i = keys.live; i < keys.hashes.length; i++) {
      victims.merge(Removal.of(filter.removal(keys.hashes[i])).fingerprint(), 1, Integer::sum);
    }
    long slots = header.buckets() * (shape instanceof WindowGeometry ? 1 : header.bucketSlots());
    for (long slot = 0; slot < slots; slot++) {
      if (old.get(slot) != now.get(slot)) {
        assertEquals(0, now.get(slot), this::replay);
        long fingerprint = old.get(slot) & CuckooGeometry.fingerprints(header.width());
        victims.merge(fingerprint, -1, Integer::sum);
        old.set(slot, 0);
      }
    }
    assertTrue(victims.values().stream().allMatch(left -> left == 0), this::replay);
    assertArrayEquals(payload(before), payload(after), this::replay);
  }

  static Stream<String> policies() {
    return Stream.of("cuckoo(0.03)", "semiSortedCuckoo(0.03)", "windowedCuckoo(0.02)");
  }

  @ParameterizedTest
  @MethodSource("policies")
  void fewerKeysMeanFewerFalsePositives(String policy) {
    long[] hashes = random.longs(20_000).toArray();
    byte[] block = FilterPolicy.parse(policy).build(hashes, hashes.length, salt);
    RemovableFilter all = (RemovableFilter) Filters.open(block, 0, block.length);
    long[] removals = Arrays.stream(hashes, 0, hashes.length / 2).map(all::removal).toArray();
    RemovableFilter half = all.without(removals, removals.length);
    checkRate(all);
    checkRate(half);
    assertTrue(half.expectedFalsePositiveRate() < 0.52 * all.expectedFalsePositiveRate());
  }

  private void checkRate(Filter filter) {
    int probes = 300_000;
    long positives = random.longs(probes).filter(filter::mayContain).count();
    double expected = filter.expectedFalsePositiveRate();
    double measured = (double) positives / probes;
    assertEquals(expected, measured, 0.1 * expected, this::replay);
  }

  /** As a table has it: the block lies somewhere in an array. */
  @ParameterizedTest
  @MethodSource("policies")
  void aBlockInsideAnArrayIsCopiedAlone(String policy) {
    long[] hashes = random.longs(500).toArray();
    byte[] block = FilterPolicy.parse(policy).build(hashes, hashes.length, salt);
    byte[] surrounded = new byte[block.length + 30];
    random.nextBytes(surrounded);
    System.arraycopy(block, 0, surrounded, 13, block.length);
    RemovableFilter filter = (RemovableFilter) Filters.open(surrounded, 13, block.length);
    long[] removals = {filter.removal(hashes[7])};
    RemovableFilter alone = (RemovableFilter) Filters.open(block, 0, block.length);
    assertArrayEquals(bytes(alone.without(removals, 1)), bytes(filter.without(removals, 1)));
    assertArrayEquals(block, Arrays.copyOfRange(surrounded, 13, 13 + block.length));
  }

  @Test
  void whereKeysCannotBeTakenOutThereIsNoSuchFilter() {
    byte[] map = CuckooMap.of(12, 4, 10, 1).seal();
    assertFalse(Filters.open(map, 0, map.length) instanceof RemovableFilter);
    for (String spec : new String[] {"bloom(10)", "blockedBloom(10)", "none()"}) {
      byte[] block = FilterPolicy.parse(spec).build(new long[] {1, 2}, 2, 3);
      assertFalse(Filters.open(block, 0, block.length) instanceof RemovableFilter, spec);
    }
  }

  /** A block whose header counts no keys although it holds some does not get below none. */
  @Test
  void aWrongCountDoesNotUnderflow() {
    CuckooFilter wrong = CuckooFilter.plain(12, 4, 10, 5);
    wrong.add(1);
    byte[] block = FilterBlock.seal(new CuckooGeometry(12, 4, 10).header(5, 0), wrong.seal());
    RemovableFilter filter = (RemovableFilter) Filters.open(block, 0, block.length);
    checkRefused(filter, filter.removal(1));
  }

  /**
   * Hashes in a filter: random ones, equal ones, and some made to share fingerprint and buckets.
   */
  private Keys build(Layout shape) {
    for (int count = KEYS; count >= 4; count /= 2) {
      Layout layout = shape.resized(count);
      long[] hashes = random.longs(count).toArray();
      for (int i = 0; i + 8 < count; i += 30) {
        hashes[i + 1] = hashes[i];
        hashes[i + 3] = twin(layout, hashes[i + 2]);
      }
      byte[] block = new OfflineBuild(hashes, count).build(layout, salt);
      if (Filters.open(block, 0, block.length) instanceof RemovableFilter) {
        return new Keys(hashes, block);
      }
    }
    throw new AssertionError("no filter of " + shape + ", " + replay());
  }

  /** Another hash with the same buckets, in the same or the other order, and fingerprint. */
  private long twin(Layout layout, long hash) {
    Removal removal = Removal.of(layout.removal(SaltedHash.mix(hash, SaltedHash.key(salt))));
    if (layout instanceof WindowGeometry windowed) {
      CuckooGeometry numbers =
          new CuckooGeometry(windowed.fingerprintBits(), 4, windowed.windows());
      return Crafted.hash(random, numbers, salt, target(removal.bucket(), removal));
    }
    CuckooGeometry geometry = (CuckooGeometry) layout;
    long other = PartialKey.alternate(removal.bucket(), removal.fingerprint(), geometry.buckets());
    long bucket = random.nextBoolean() ? removal.bucket() : other;
    return Crafted.hash(random, geometry, salt, target(bucket, removal));
  }

  private static Crafted.Target target(long bucket, Removal removal) {
    return new Crafted.Target(bucket, removal.fingerprint());
  }

  private static byte[] bytes(RemovableFilter filter) {
    CuckooView view = (CuckooView) filter;
    int start = view.payload - BlockHeader.BYTES;
    return Arrays.copyOfRange(view.block, start, start + (int) view.sizeBytes());
  }

  private static byte[] payload(byte[] block) {
    return Arrays.copyOfRange(block, BlockHeader.BYTES, block.length);
  }

  private String replay() {
    return Trials.replay(RemovableFilterTest.class);
  }

  /** The model: hashes that are in the filter, up to {@link #live}, and those taken out. */
  private final class Keys {

    final long[] hashes;
    final byte[] block;
    int live;

    Keys(long[] hashes, byte[] block) {
      this.hashes = hashes;
      this.block = block;
      this.live = hashes.length;
    }

    RemovableFilter open() {
      return (RemovableFilter) Filters.open(block, 0, block.length);
    }

    /** Takes about half of the live ones out, chosen at random. */
    RemovableFilter removeSome(RemovableFilter filter) {
      int count = (live + 1) / 2;
      long[] removals = new long[count + 1];
      for (int i = 0; i < count; i++) {
        int victim = random.nextInt(live--);
        long hash = hashes[victim];
        hashes[victim] = hashes[live];
        hashes[live] = hash;
        removals[i] = filter.removal(hash);
      }
      return filter.without(removals, count);
    }

    /** How often each removal is among the first so many keys'. */
    Map<Long, Integer> removals(RemovableFilter filter, int count) {
      Map<Long, Integer> removals = new HashMap<>();
      for (int i = 0; i < count; i++) {
        removals.merge(filter.removal(hashes[i]), 1, Integer::sum);
      }
      return removals;
    }

    /** The filter says "maybe" exactly for what has a removal in common with a live key. */
    void check(RemovableFilter filter, long[] probes) {
      assertEquals(live, filter.keys(), RemovableFilterTest.this::replay);
      assertEquals(hashes.length - live, filter.removed(), RemovableFilterTest.this::replay);
      Map<Long, Integer> removals = removals(filter, live);
      for (int i = 0; i < live; i++) {
        assertTrue(filter.mayContain(hashes[i]), RemovableFilterTest.this::replay);
      }
      for (int i = live; i < hashes.length; i++) {
        checkMay(filter, removals, hashes[i]);
      }
      for (long probe : probes) {
        checkMay(filter, removals, probe);
      }
    }

    private void checkMay(RemovableFilter filter, Map<Long, Integer> removals, long hash) {
      boolean expected = removals.containsKey(filter.removal(hash));
      assertEquals(expected, filter.mayContain(hash), RemovableFilterTest.this::replay);
    }
  }
}
