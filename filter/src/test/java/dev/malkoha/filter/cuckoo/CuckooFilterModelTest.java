package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.Seeds;
import dev.malkoha.filter.block.SaltedHash;
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

  private final long seed = Seeds.seed();
  private final SplittableRandom random = new SplittableRandom(seed);

  /** Each width of each layout. */
  static Stream<CuckooGeometry> layouts() {
    return Stream.concat(
        IntStream.rangeClosed(1, 32)
            .boxed()
            .flatMap(bits -> Stream.of(2, 4, 8).map(b -> new CuckooGeometry(bits, b, 1))),
        IntStream.rangeClosed(5, 32).mapToObj(bits -> CuckooGeometry.semiSorted(bits, 1)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void itIsTheMultisetThroughAnyHistory(CuckooGeometry layout) {
    for (int buckets : BUCKETS) {
      CuckooGeometry shape =
          new CuckooGeometry(
              layout.kind(), layout.fingerprintBits(), 0, layout.bucketSlots(), buckets);
      History history = new History(shape);
      for (int step = 0; step < 150 + 4 * shape.slots(); step++) {
        history.step();
      }
      history.checkAll();
    }
  }

  /** A filter and its model, driven together. */
  private final class History {

    private final CuckooGeometry shape;
    private final long salt = random.nextLong();
    private final long[] hashes;
    private final Map<Key, Integer> model = new HashMap<>();
    private CuckooFilter filter;
    private long size;
    private long removed;

    History(CuckooGeometry shape) {
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
      boolean hasRoom =
          before.get((int) key(hash).low()).contains(0L)
              || before.get((int) key(hash).high()).contains(0L);
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
      long first = PartialKey.bucket(mixed, shape.buckets());
      long second = PartialKey.alternate(first, fingerprint, shape.buckets());
      return new Key(fingerprint, Math.min(first, second), Math.max(first, second));
    }

    private String what() {
      return shape + ", " + Seeds.replay(seed);
    }
  }

  /** All that a filter knows of a hash. */
  private record Key(long fingerprint, long low, long high) {}
}
