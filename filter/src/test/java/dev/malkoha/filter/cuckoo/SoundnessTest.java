package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No key that is in a filter is ever answered "absent", whatever the layout, seed and size, before
 * and after deletes; and the false positive rates are the formulas'.
 *
 * <p>{@code -Dmalkoha.count=N} asks for about that many present keys in all.
 */
@Tag("hunt")
class SoundnessTest {

  private static final long LOOK_UPS = Trials.count(100_000_000);

  /** So that most of the time is spent in looking up, not in building. */
  private static final int PASSES = 4;

  /** So that also a rate of 5e-5 is measured, and its half told from it. */
  private static final int ABSENT_PER_KEY = 4;

  /** So many are walked back in a filter that gets full. */
  private static final int FAILED_ADDS = 50;

  private static final double TOLERANCE = 1.2;

  private static final List<Layout> LAYOUTS =
      List.of(
          new CuckooGeometry(12, 2, 1),
          new CuckooGeometry(12, 4, 1),
          new CuckooGeometry(17, 4, 1),
          new CuckooGeometry(7, 8, 1),
          new CuckooGeometry(12, 8, 1),
          CuckooGeometry.semiSorted(9, 1),
          CuckooGeometry.semiSorted(13, 1),
          CuckooGeometry.semiSorted(17, 1),
          new WindowGeometry(5, 2),
          new WindowGeometry(9, 2),
          new WindowGeometry(14, 2));

  /** The share of a layout's table filters, and of its dynamic ones. */
  private static final long PER_TALLY = LOOK_UPS / (2L * LAYOUTS.size()) + 1;

  /** Sizes are log-uniform up to this: to a million for a thousand million look-ups. */
  private static final double MOST_KEYS = Math.clamp(PER_TALLY / 50, 1000, 1_000_000);

  private static final List<String> REPORT = new ArrayList<>();

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  static List<Layout> layouts() {
    return LAYOUTS;
  }

  /** What was asked of one layout's filters, and what they answered. */
  private static final class Tally {
    private long filters;
    private long present;
    private long falseNegatives;
    private final Rate before = new Rate();
    private final Rate after = new Rate();
  }

  /** The answers to absent keys. */
  private static final class Rate {
    private long asked;
    private long maybes;
    private double expected;

    private void ask(LongPredicate filter, double rate, SplittableRandom random, int count) {
      for (int i = 0; i < count; i++) {
        maybes += filter.test(random.nextLong()) ? 1 : 0;
      }
      asked += count;
      expected += rate * count;
    }

    private double measured() {
      return (double) maybes / asked;
    }

    private double formula() {
      return expected / asked;
    }

    /** Within the tolerance, or five standard deviations where those are more. */
    private boolean isSound() {
      double noise = 5 * Math.sqrt(expected);
      return maybes <= Math.max(TOLERANCE * expected, expected + noise)
          && maybes >= Math.min(expected / TOLERANCE, expected - noise);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aTablesFilterFindsAllKeys(Layout layout) {
    Tally tally = new Tally();
    while (tally.present < PER_TALLY) {
      long[] hashes = random.longs(keys()).toArray();
      byte[] block =
          new OfflineBuild(hashes, hashes.length)
              .build(layout.resized(hashes.length), random.nextLong());
      Filter filter = Filters.open(block, 0, block.length);
      assertEquals("", filter.problem(), this::replay);
      assertEquals(layout.header(0, 0).kind().label(), filter.kind(), this::replay);
      askPresent(tally, filter::mayContain, hashes, hashes.length);
      askAbsent(tally.before, filter::mayContain, filter.expectedFalsePositiveRate(), hashes);
      tally.filters++;
    }
    report("table", layout, tally);
    check(tally);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aDynamicFilterFindsAllKeysBeforeAndAfterDeletes(Layout layout) {
    Tally tally = new Tally();
    while (tally.present < PER_TALLY) {
      int keys = keys();
      Layout shape = layout.resized(keys);
      CuckooFilter filter = CuckooFilter.open(CuckooTable.empty(shape, random.nextLong()).seal());
      long[] hashes = fillWithDeletes(filter, keys);
      askPresent(tally, filter::contains, hashes, hashes.length);
      askAbsent(tally.before, filter::contains, filter.expectedFalsePositiveRate(), hashes);
      int kept = hashes.length / 2;
      for (int i = kept; i < hashes.length; i++) {
        assertTrue(filter.remove(hashes[i]), this::replay);
      }
      assertEquals(kept, filter.size(), this::replay);
      askPresent(tally, filter::contains, hashes, kept);
      askAbsent(tally.after, filter::contains, filter.expectedFalsePositiveRate(), hashes);
      tally.filters++;
    }
    report("dynamic", layout, tally);
    check(tally);
    assertTrue(tally.after.isSound(), () -> describe(tally));
    assertTrue(tally.after.formula() < tally.before.formula(), () -> describe(tally));
    if (Trials.isWhole()) { // a share is too few look-ups to tell half of the smallest rates
      assertTrue(tally.after.measured() < tally.before.measured(), () -> describe(tally));
    }
  }

  /**
   * Adds so many hashes with removals between, but stops when some found no place; returns those
   * that are in.
   */
  private long[] fillWithDeletes(CuckooFilter filter, int wanted) {
    long[] present = new long[wanted];
    int count = 0;
    int failed = 0;
    for (int step = 0; count < wanted && failed < FAILED_ADDS; step++) {
      if (count > 0 && (step & 7) == 7) {
        int gone = random.nextInt(count);
        assertTrue(filter.remove(present[gone]), this::replay);
        present[gone] = present[--count];
      } else {
        long hash = random.nextLong();
        if (filter.add(hash)) {
          present[count++] = hash;
        } else {
          failed++;
        }
      }
    }
    assertEquals(count, filter.size(), this::replay);
    return Arrays.copyOf(present, count);
  }

  private int keys() {
    return (int) Math.pow(MOST_KEYS, random.nextDouble());
  }

  private void askPresent(Tally tally, LongPredicate filter, long[] hashes, int count) {
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < count; i++) {
        tally.falseNegatives += filter.test(hashes[i]) ? 0 : 1;
      }
    }
    tally.present += (long) PASSES * count;
  }

  private void askAbsent(Rate rate, LongPredicate filter, double expected, long[] hashes) {
    rate.ask(filter, expected, random, 500 + ABSENT_PER_KEY * hashes.length);
  }

  private static void report(String use, Layout layout, Tally tally) {
    BlockHeader header = layout.header(0, 0);
    REPORT.add(
        String.format(
            "%-8s%-20s f=%-3d b=%d %8d filters %12d present %d false negatives; rate %s",
            use,
            header.kind().label(),
            header.width(),
            header.bucketSlots(),
            tally.filters,
            tally.present,
            tally.falseNegatives,
            rates(tally)));
  }

  /** The figures, where there are enough to tell. */
  @AfterAll
  static void printReport() {
    if (Trials.isWhole()) {
      REPORT.forEach(System.out::println);
    }
  }

  private void check(Tally tally) {
    assertEquals(0, tally.falseNegatives, () -> describe(tally));
    assertTrue(tally.before.isSound(), () -> describe(tally));
  }

  private String describe(Tally tally) {
    return String.format(
        "%d filters, %d look-ups of present keys, %d false negatives; rates %s; %s",
        tally.filters, tally.present, tally.falseNegatives, rates(tally), replay());
  }

  private static String rates(Tally tally) {
    String before =
        String.format("%.6f (formula %.6f)", tally.before.measured(), tally.before.formula());
    return tally.after.asked == 0
        ? before
        : before
            + String.format(
                ", after deletes %.6f (formula %.6f)",
                tally.after.measured(), tally.after.formula());
  }

  private String replay() {
    return Trials.replay(SoundnessTest.class);
  }
}
