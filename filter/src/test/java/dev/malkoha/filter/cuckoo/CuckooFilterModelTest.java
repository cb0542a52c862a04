package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.SaltedHash;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A dynamic filter answers exactly as a multiset of fingerprints with their pairs of buckets does,
 * through any history of adding, removing, being full and being sealed and opened.
 */
class CuckooFilterModelTest {

  private static final int[] BUCKETS = {1, 2, 3, 4, 5, 7, 8, 16, 33};

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  /** Each width of each layout. */
  static Stream<Layout> layouts() {
    return Stream.of(
            IntStream.rangeClosed(1, 32)
                .boxed()
                .flatMap(bits -> Stream.of(2, 4, 8).map(b -> new CuckooGeometry(bits, b, 1))),
            IntStream.rangeClosed(5, 32).mapToObj(bits -> CuckooGeometry.semiSorted(bits, 1)),
            IntStream.rangeClosed(5, 26).mapToObj(bits -> new WindowGeometry(bits, 2)))
        .flatMap(layouts -> layouts);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void itIsTheMultisetThroughAnyHistory(Layout layout) {
    for (int buckets : BUCKETS) {
      Layout shape = withBuckets(layout, buckets);
      History history = new History(shape);
      for (int step = 0; step < 150 + 4 * shape.slots(); step++) {
        history.step();
      }
      history.checkAll();
    }
  }

  private static Layout withBuckets(Layout layout, int buckets) {
    return layout instanceof CuckooGeometry of
        ? new CuckooGeometry(of.kind(), of.fingerprintBits(), 0, of.bucketSlots(), buckets)
        : new WindowGeometry(layout.fingerprintBits(), buckets + 1);
  }

  /** A filter and its model, driven together. */
  private final class History {

    private final Layout shape;
    private final long salt = random.nextLong();
    private final long[] hashes;
    private final Map<Key, Integer> model = new HashMap<>();
    private CuckooFilter filter;
    private long size;
    private long removed;

    History(Layout shape) {
      this.shape = shape;
      this.filter = CuckooFilter.open(CuckooTable.empty(shape, salt).seal());
      this.hashes = random.longs(shape.slots() * 3 / 2 + 2).toArray();
    }

    void step() {
      long hash = hashes[random.nextInt(hashes.length)];
      int action = random.nextInt(100);
      if (action < 58) {
        add(hash);
      } else if (action < 97) {
        remove(hash);
      } else {
        sealAndOpen();
      }
      long asked = hashes[random.nextInt(hashes.length)];
      assertEquals(model.containsKey(key(asked)), filter.contains(asked), this::what);
      assertEquals(size, filter.size(), this::what);
    }

    private void add(long hash) {
      List<List<Long>> before = BlockContents.of(filter.seal());
      boolean hasRoom = key(hash).places().anyMatch(place -> before.get(place).contains(0L));
      if (filter.add(hash)) {
        model.merge(key(hash), 1, Integer::sum);
        size++;
      } else {
        assertTrue(!hasRoom, this::what);
        assertEquals(before, BlockContents.of(filter.seal()), this::what);
      }
    }

    private void remove(long hash) {
      boolean present = model.containsKey(key(hash));
      assertEquals(present, filter.remove(hash), this::what);
      if (present) {
        model.computeIfPresent(key(hash), (k, count) -> count == 1 ? null : count - 1);
        size--;
        removed++;
      }
    }

    private void sealAndOpen() {
      byte[] block = filter.seal();
      Filter view = Filters.open(block, 0, block.length);
      assertEquals("", view.problem(), this::what);
      assertEquals(size, view.keys(), this::what);
      filter = CuckooFilter.open(random.nextBoolean() ? block : block.clone());
      assertEquals(removed, filter.removed(), this::what);
    }

    void checkAll() {
      assertEquals(size, BlockContents.used(filter.seal()), this::what);
      for (long hash : hashes) {
        assertEquals(model.containsKey(key(hash)), filter.contains(hash), this::what);
      }
      Arrays.stream(hashes).forEach(this::removeAll);
      assertEquals(0, filter.size(), this::what);
      assertEquals(0, BlockContents.used(filter.seal()), this::what);
    }

    private void removeAll(long hash) {
      while (model.containsKey(key(hash))) {
        remove(hash);
      }
      assertEquals(false, filter.remove(hash), this::what);
    }

    private Key key(long hash) {
      long mixed = SaltedHash.mix(hash, SaltedHash.key(salt));
      long fingerprints = CuckooGeometry.fingerprints(shape.fingerprintBits());
      long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
      if (shape instanceof CuckooGeometry plain) {
        long first = PartialKey.bucket(mixed, plain.buckets());
        long second = PartialKey.alternate(first, fingerprint, plain.buckets());
        return new Key(fingerprint, Math.min(first, second), Math.max(first, second), 1);
      }
      long first = WindowKey.first(mixed, shape.slots() - 1);
      return new Key(
          fingerprint, first, WindowKey.second(first, fingerprint, shape.slots() - 1), 2);
    }

    private String what() {
      return shape + ", " + Trials.replay(CuckooFilterModelTest.class);
    }
  }

  /**
   * All that a filter knows of a hash. A windowed one also knows which window is the first.
   *
   * @param one where the places of one bucket begin
   * @param other where those of the other do
   * @param length how many places of {@link BlockContents} a bucket has
   */
  private record Key(long fingerprint, long one, long other, int length) {

    IntStream places() {
      return IntStream.range(0, length).flatMap(i -> IntStream.of((int) one + i, (int) other + i));
    }
  }
}
