package dev.malkoha.engine.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class GrowingRangesTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 500;

  @Test
  void holdsWhatWasAddedWheneverItIsRead() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 20);
      GrowingRanges ranges = new GrowingRanges();
      List<RangeTombstone> list = new ArrayList<>();
      assertTrue(ranges.isEmpty());
      for (int i = 0; i < 20; i++) {
        List<RangeTombstone> more = source.next(1 + random.nextInt(4));
        more.forEach(ranges::add);
        list.addAll(more);
        assertFalse(ranges.isEmpty());
        if (random.nextBoolean()) {
          check(ranges, list, source, seed);
        }
      }
      check(ranges, list, source, seed);
    }
  }

  /** Who reads nothing for long finds most of it fragmented, and right. */
  @Test
  void manyThatNobodyReadsAreRight() {
    for (long seed = SEED; seed < SEED + 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 200);
      GrowingRanges ranges = new GrowingRanges();
      List<RangeTombstone> list = new ArrayList<>();
      while (list.size() < 6_000) {
        List<RangeTombstone> more = source.next(1 + random.nextInt(2_500));
        more.forEach(ranges::add);
        list.addAll(more);
        check(ranges, list, source, seed);
      }
    }
  }

  private static void check(
      GrowingRanges ranges, List<RangeTombstone> list, RandomRanges source, long seed) {
    assertEquals(list, ranges.all(), Trials.replay(GrowingRangesTest.class, seed));
    for (int i = 0; i < 10; i++) {
      byte[] key = source.key();
      long sequence = source.sequence();
      assertEquals(
          RandomRanges.covering(list, key, sequence),
          ranges.covering(RandomRanges.prefix(key), key, 0, key.length, sequence),
          Trials.replay(GrowingRangesTest.class, seed));
    }
  }

  /** Few layers, however often they are read in between: that is what reads search. */
  @Test
  void theLayersStayFew() {
    GrowingRanges ranges = new GrowingRanges();
    RandomRanges source = new RandomRanges(new SplittableRandom(SEED), 50);
    int count = 0;
    for (RangeTombstone range : source.next(5_000)) {
      ranges.add(range);
      int most = Integer.SIZE - Integer.numberOfLeadingZeros(++count);
      assertTrue(ranges.layers().size() <= most, "at " + count);
    }
  }

  /** A test of threads: whenever they read. */
  @Test
  void readersBesideTheWriterMissNothingPublished() throws Exception {
    int count = 20_000;
    List<RangeTombstone> list = new RandomRanges(new SplittableRandom(1), 100).next(count);
    GrowingRanges ranges = new GrowingRanges();
    AtomicInteger published = new AtomicInteger();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(threads.submit(() -> readUntil(ranges, published, list)));
      }
      for (RangeTombstone range : list) {
        ranges.add(range);
        published.incrementAndGet();
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    }
    assertEquals(list, ranges.all());
  }

  private static void readUntil(
      GrowingRanges ranges, AtomicInteger published, List<RangeTombstone> list) {
    int before;
    do {
      before = published.get();
      int found = 0;
      for (RangeTombstones layer : ranges.layers()) {
        assertEquals(list.get(found), layer.all().getFirst());
        found += layer.count();
      }
      assertTrue(found >= before, "a reader finds " + found + " of " + before);
    } while (before < list.size());
  }
}
