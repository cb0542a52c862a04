package dev.malkoha.papers.rivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After every operation a quotient table has the one layout of its multiset, bit for bit.
 *
 * <p>The widths make groups of 15, 3, 2 and 1 slots, so that tables are tried which are shorter
 * than a group, several groups long, and cut by the end in the middle of one.
 */
class QuotientTableTest {

  private final SplittableRandom random = new SplittableRandom(Trials.seed());

  /** Every multiset that leaves a slot empty, and every insertion and removal from there. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "5, 1", "7, 1", "6, 16", "7, 16", "6, 25", "5, 32"})
  void everySmallTableIsRight(int count, int remainderBits) {
    long largest = (1L << remainderBits) - 1;
    everyMultiset(new Model(count, remainderBits), 0, 0, largest);
  }

  private void everyMultiset(Model model, int quotient, long remainder, long largest) {
    if (quotient == model.count) {
      everyOperation(model, largest);
      return;
    }
    int nextQuotient = remainder == largest ? quotient + 1 : quotient;
    long nextRemainder = remainder == largest ? 0 : largest;
    int copies = 0;
    everyMultiset(model, nextQuotient, nextRemainder, largest);
    while (model.size() < model.count - 1) {
      model.pairs.add(new Pair(quotient, remainder));
      copies++;
      everyMultiset(model, nextQuotient, nextRemainder, largest);
    }
    for (; copies > 0; copies--) {
      model.pairs.remove(model.size() - 1);
    }
  }

  private void everyOperation(Model model, long largest) {
    QuotientTable table = new QuotientTable(model.count, model.remainderBits);
    Model copy = new Model(model);
    shuffle(copy.pairs);
    copy.pairs.forEach(pair -> table.insert(pair.quotient, pair.remainder));
    check(copy, table);
    for (int quotient = 0; quotient < model.count; quotient++) {
      removedAndBack(copy, table, new Pair(quotient, 0));
      removedAndBack(copy, table, new Pair(quotient, largest));
      insertedAndBack(copy, table, new Pair(quotient, 0));
      insertedAndBack(copy, table, new Pair(quotient, largest));
    }
  }

  private void removedAndBack(Model model, QuotientTable table, Pair pair) {
    boolean there = model.pairs.remove(pair);
    assertEquals(there, table.contains(pair.quotient, pair.remainder), this::replay);
    assertEquals(there, table.remove(pair.quotient, pair.remainder), this::replay);
    check(model, table);
    if (there) {
      model.pairs.add(pair);
      table.insert(pair.quotient, pair.remainder);
      check(model, table);
    }
  }

  private void insertedAndBack(Model model, QuotientTable table, Pair pair) {
    if (model.size() < model.count - 1) {
      model.pairs.add(pair);
      table.insert(pair.quotient, pair.remainder);
      check(model, table);
      model.pairs.remove(pair);
      assertTrue(table.remove(pair.quotient, pair.remainder), this::replay);
      check(model, table);
    }
  }

  /** The table stays around a load at which clusters are long and cross its end. */
  @ParameterizedTest
  @CsvSource({
    "64, 1, 63",
    "64, 9, 63",
    "61, 9, 57",
    "200, 9, 180",
    "199, 8, 190",
    "257, 5, 240",
    "150, 16, 140",
    "97, 25, 90",
    "90, 32, 82",
    "1000, 9, 930"
  })
  void everyStepOfALongHistoryIsRight(int count, int remainderBits, int most) {
    Model model = new Model(count, remainderBits);
    QuotientTable table = new QuotientTable(count, remainderBits);
    for (int step = 0; step < 6000; step++) {
      boolean grow = model.size() < most && random.nextInt(10) < 7;
      if (grow || model.size() == 0) {
        Pair pair = randomPair(count, remainderBits);
        model.pairs.add(pair);
        table.insert(pair.quotient, pair.remainder);
      } else {
        Pair pair = model.takeAny(random);
        assertTrue(table.remove(pair.quotient, pair.remainder), this::replay);
      }
      check(model, table);
    }
    while (model.size() > 0) {
      Pair pair = model.takeAny(random);
      assertTrue(table.remove(pair.quotient, pair.remainder), this::replay);
      check(model, table);
    }
    assertArrayEquals(new byte[table.slots.bytes.length], table.slots.bytes, this::replay);
  }

  private Pair randomPair(int count, int remainderBits) {
    long mask = (1L << remainderBits) - 1;
    return new Pair(random.nextInt(count), random.nextLong() & mask);
  }

  /** One cluster around the whole table, from any slot, put in and taken out in any order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 16, 25, 32})
  void oneRunMayTakeAllSlotsButOne(int remainderBits) {
    int count = 50;
    for (int quotient = 0; quotient < count; quotient++) {
      Model model = new Model(count, remainderBits);
      QuotientTable table = new QuotientTable(count, remainderBits);
      for (int i = 0; i < count - 1; i++) {
        Pair pair = new Pair(quotient, randomPair(count, remainderBits).remainder);
        model.pairs.add(pair);
        table.insert(quotient, pair.remainder);
      }
      check(model, table);
      while (model.size() > 0) {
        assertTrue(table.remove(quotient, model.takeAny(random).remainder), this::replay);
        check(model, table);
      }
    }
  }

  @Test
  void absentPairsAreAbsent() {
    QuotientTable table = new QuotientTable(100, 9);
    for (long quotient = 0; quotient < 90; quotient += 2) {
      table.insert(quotient, quotient + 1);
    }
    for (int quotient = 0; quotient < 100; quotient++) {
      for (int remainder = 0; remainder < 512; remainder++) {
        boolean there = quotient < 90 && quotient % 2 == 0 && remainder == quotient + 1;
        assertEquals(there, table.contains(quotient, remainder));
        if (!there) {
          assertFalse(table.remove(quotient, remainder));
        }
      }
    }
  }

  private void check(Model model, QuotientTable table) {
    long[] actual = LongStream.range(0, model.count).map(table.slots::get).toArray();
    if (!Arrays.equals(model.layout(), actual)) {
      assertArrayEquals(model.layout(), actual, () -> model.pairs + ", " + replay());
    }
  }

  private void shuffle(List<Pair> pairs) {
    for (int i = pairs.size(); i > 1; i--) {
      pairs.set(i - 1, pairs.set(random.nextInt(i), pairs.get(i - 1)));
    }
  }

  private String replay() {
    return Trials.replay(QuotientTableTest.class);
  }

  private record Pair(int quotient, long remainder) {}

  /** A multiset of pairs. */
  private static final class Model {

    private final int count;
    private final int remainderBits;
    private final List<Pair> pairs;

    Model(int count, int remainderBits) {
      this.count = count;
      this.remainderBits = remainderBits;
      this.pairs = new ArrayList<>();
    }

    Model(Model other) {
      this.count = other.count;
      this.remainderBits = other.remainderBits;
      this.pairs = new ArrayList<>(other.pairs);
    }

    int size() {
      return pairs.size();
    }

    Pair takeAny(SplittableRandom random) {
      int index = random.nextInt(size());
      Pair last = pairs.remove(size() - 1);
      return index == size() ? last : pairs.set(index, last);
    }

    long[] layout() {
      long[][] remainders = new long[count][];
      int[] sizes = new int[count];
      pairs.forEach(pair -> sizes[pair.quotient]++);
      Arrays.setAll(remainders, quotient -> new long[sizes[quotient]]);
      pairs.forEach(pair -> remainders[pair.quotient][--sizes[pair.quotient]] = pair.remainder);
      return QuotientLayout.of(remainders);
    }
  }
}
