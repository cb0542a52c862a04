package dev.malkoha.engine.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RangeTombstonesTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 1_500;
  private static final int QUESTIONS = 60;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static RangeTombstone range(String from, String to, long sequence) {
    return new RangeTombstone(bytes(from), bytes(to), sequence);
  }

  private static long covering(RangeTombstones ranges, String key, long sequence) {
    byte[] padded = bytes("<" + key + ">"); // keys lie anywhere in their arrays
    return ranges.covering(padded, 1, padded.length - 2, sequence);
  }

  @Test
  void nothingCoversNothing() {
    assertTrue(RangeTombstones.NONE.isEmpty());
    assertEquals(0, covering(RangeTombstones.NONE, "", Long.MAX_VALUE));
    assertEquals(0, RangeTombstones.NONE.coveringAll(bytes(""), bytes("z"), Long.MAX_VALUE));
    assertFalse(RangeTombstones.NONE.touches(bytes(""), bytes("z")));
    assertTrue(RangeTombstones.of(List.of()).isEmpty());
  }

  @Test
  void aRangeHoldsItsFirstKeyAndNotItsEnd() {
    RangeTombstones ranges = RangeTombstones.of(List.of(range("b", "d", 5)));
    assertEquals(0, covering(ranges, "a\uFFFF", 9));
    assertEquals(5, covering(ranges, "b", 9));
    assertEquals(5, covering(ranges, "b\0", 9));
    assertEquals(5, covering(ranges, "c\uFFFF", 5));
    assertEquals(0, covering(ranges, "c", 4));
    assertEquals(0, covering(ranges, "d", 9));
    assertEquals(0, covering(ranges, "", 9));
  }

  @Test
  void theEmptyKeyCanBeCovered() {
    RangeTombstones ranges = RangeTombstones.of(List.of(range("", "\0", 5)));
    assertEquals(5, covering(ranges, "", 5));
    assertEquals(0, covering(ranges, "\0", 5));
  }

  @Test
  void aRangeWithoutAnEndHoldsAllKeysFromItsFirstOn() {
    RangeTombstones ranges =
        RangeTombstones.of(List.of(range("b", "d", 5), range("c", "", 7), range("", "", 3)));
    assertEquals(3, covering(ranges, "", 9));
    assertEquals(5, covering(ranges, "b", 9));
    assertEquals(7, covering(ranges, "c", 9));
    assertEquals(5, covering(ranges, "c", 6));
    assertEquals(7, covering(ranges, "z\uFFFF", 9));
    assertEquals(3, covering(ranges, "z\uFFFF", 6));
    assertEquals(7, ranges.coveringAll(bytes("c"), bytes("\uFFFF"), 9));
    assertTrue(ranges.touches(bytes("x"), bytes("y")));
    RangeTombstones newer = RangeTombstones.of(List.of(range("x", "y", 8), range("y", "", 9)));
    RangeTombstones all = ranges.plus(newer);
    assertEquals(7, covering(all, "d", 9));
    assertEquals(8, covering(all, "x", 9));
    assertEquals(9, covering(all, "z", 9));
    assertEquals(7, covering(all, "z", 8));
    List<RangeTombstone> left = all.all().stream().filter(range -> range.sequence() < 7).toList();
    assertEquals(3, covering(all.changedTo(left), "z", 9));
  }

  @Test
  void nestedRangesAnswerByTime() {
    RangeTombstones ranges =
        RangeTombstones.of(List.of(range("a", "z", 3), range("f", "m", 9), range("a", "g", 6)));
    assertEquals(6, covering(ranges, "e", 20));
    assertEquals(9, covering(ranges, "f", 20));
    assertEquals(6, covering(ranges, "f", 8));
    assertEquals(3, covering(ranges, "f", 5));
    assertEquals(0, covering(ranges, "f", 2));
    assertEquals(3, covering(ranges, "m", 20));
  }

  @Test
  void anIntervalIsCoveredByAdjacentRangesTogether() {
    RangeTombstones ranges =
        RangeTombstones.of(List.of(range("a", "c", 7), range("c", "e", 4), range("f", "g", 9)));
    assertEquals(4, ranges.coveringAll(bytes("b"), bytes("d"), 20));
    assertEquals(7, ranges.coveringAll(bytes("b"), bytes("b"), 20));
    assertEquals(0, ranges.coveringAll(bytes("b"), bytes("e"), 20));
    assertEquals(0, ranges.coveringAll(bytes("d"), bytes("f"), 20));
    assertEquals(0, ranges.coveringAll(bytes("A"), bytes("b"), 20));
    assertEquals(0, ranges.coveringAll(bytes("b"), bytes("d"), 6));
    assertTrue(ranges.touches(bytes("e"), bytes("f")));
    assertFalse(ranges.touches(bytes("e"), bytes("e\uFFFF")));
    assertFalse(ranges.touches(bytes("g"), bytes("z")));
    assertTrue(ranges.touches(bytes(""), bytes("a")));
  }

  @Test
  void aRangeWithoutKeysIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> range("a", "a", 1));
    assertThrows(IllegalArgumentException.class, () -> range("b", "a", 1));
    assertThrows(IllegalArgumentException.class, () -> range("a", "b", 0));
  }

  @Test
  void messagesHaveNoKeys() {
    assertFalse(range("secret", "secret2", 1).toString().contains("secret"));
  }

  @Test
  void answersAsAListDoes() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 1 + random.nextInt(20));
      List<RangeTombstone> list = source.next(random.nextInt(40));
      List<RangeTombstone> shuffled = new ArrayList<>(list);
      Collections.shuffle(shuffled, new Random(seed));
      RangeTombstones ranges = RangeTombstones.of(shuffled);
      assertEquals(list, ranges.all(), Trials.replay(RangeTombstonesTest.class, seed));
      for (int i = 0; i < QUESTIONS; i++) {
        byte[] key = source.key();
        long sequence = source.sequence();
        assertEquals(
            RandomRanges.covering(list, key, sequence),
            ranges.covering(key, 0, key.length, sequence),
            Trials.replay(RangeTombstonesTest.class, seed));
      }
      checkIntervals(source, list, ranges, seed);
    }
  }

  @Test
  void whatIsAddedAndTakenAwayAnswersAsAListDoes() {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomRanges source = new RandomRanges(random, 1 + random.nextInt(20));
      List<RangeTombstone> list = new ArrayList<>();
      RangeTombstones ranges = RangeTombstones.NONE;
      for (int step = 0; step < 6; step++) {
        List<RangeTombstone> newer = source.next(random.nextInt(12));
        list.addAll(newer);
        ranges = ranges.plus(RangeTombstones.of(newer));
        Set<Long> gone = new HashSet<>();
        list.stream()
            .map(RangeTombstone::sequence)
            .filter(sequence -> random.nextInt(3) == 0)
            .forEach(gone::add);
        list.removeIf(range -> gone.contains(range.sequence()));
        ranges = ranges.changedTo(list);
        assertEquals(list, ranges.all(), Trials.replay(RangeTombstonesTest.class, seed));
        for (int i = 0; i < QUESTIONS; i++) {
          byte[] key = source.key();
          long sequence = source.sequence();
          assertEquals(
              RandomRanges.covering(list, key, sequence),
              ranges.covering(key, 0, key.length, sequence),
              Trials.replay(RangeTombstonesTest.class, seed));
        }
        checkIntervals(source, list, ranges, seed);
        assertEquals(
            RangeTombstones.of(list).superseded().toList(),
            ranges.superseded().toList(),
            Trials.replay(RangeTombstonesTest.class, seed));
      }
    }
  }

  @Test
  void olderOnesAreNotAdded() {
    RangeTombstones ranges = RangeTombstones.of(List.of(range("a", "b", 5)));
    assertThrows(IllegalArgumentException.class, () -> ranges.plus(ranges));
  }

  /** The places where coverage can change are the ends of ranges. */
  private static void checkIntervals(
      RandomRanges source, List<RangeTombstone> list, RangeTombstones ranges, long seed) {
    for (int i = 0; i < QUESTIONS / 4; i++) {
      byte[] a = source.key();
      byte[] b = source.key();
      byte[] smallest = Arrays.compareUnsigned(a, b) <= 0 ? a : b;
      byte[] largest = Arrays.compareUnsigned(a, b) <= 0 ? b : a;
      long sequence = source.sequence();
      List<byte[]> places = new ArrayList<>(List.of(smallest));
      for (RangeTombstone range : list) {
        places.add(range.from());
        places.add(range.to());
      }
      places.removeIf(
          key ->
              Arrays.compareUnsigned(key, smallest) < 0
                  || Arrays.compareUnsigned(key, largest) > 0);
      long all =
          places.stream()
              .mapToLong(key -> RandomRanges.covering(list, key, sequence))
              .min()
              .orElseThrow();
      boolean any =
          places.stream().anyMatch(key -> RandomRanges.covering(list, key, Long.MAX_VALUE) > 0);
      assertEquals(
          all,
          ranges.coveringAll(smallest, largest, sequence),
          Trials.replay(RangeTombstonesTest.class, seed));
      assertEquals(
          any, ranges.touches(smallest, largest), Trials.replay(RangeTombstonesTest.class, seed));
    }
  }

  /** A list of sequence numbers for each fragment would take ten gigabytes here. */
  @Test
  void rangesThatShareAnEndTakeLittleMemory() {
    int count = 50_000;
    List<RangeTombstone> list = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      list.add(range("", String.format("%08d", i), i));
    }
    RangeTombstones ranges = RangeTombstones.of(list);
    for (int i = 0; i < count; i += 997) {
      String key = String.format("%08d", i);
      assertEquals(count, covering(ranges, key, Long.MAX_VALUE));
      assertEquals(0, covering(ranges, key, i));
      assertEquals(i + 1, covering(ranges, key, i + 1));
    }
  }
}
