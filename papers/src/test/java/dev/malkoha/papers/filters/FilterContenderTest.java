package dev.malkoha.papers.filters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every filter that is compared does what the comparison takes for granted. */
final class FilterContenderTest {

  private static final int KEYS = 20_000;

  @ParameterizedTest
  @EnumSource
  void holdsItsKeysAtTheRateOfItsGroup(FilterContender contender) {
    long[] keys = Queries.keys(KEYS);

    FilterFacts facts = FilterFacts.of(contender, keys, Queries.absent(1 << 20));

    assertEquals("", facts.problem());
    double rate = facts.falsePositiveRate();
    // Others' filters draw a seed of their own at each build; few keys make their rates vary.
    double most = (contender.ours() ? 3 : 6) * contender.group().rate();
    assertTrue(rate < most, contender + " " + facts);
    assertTrue(
        contender == FilterContender.FAST_XOR_16 || rate > contender.group().rate() / 6,
        contender + " " + facts);
    assertTrue(facts.bitsPerKey() > 7 && facts.bitsPerKey() < 45, contender + " " + facts);
  }

  @ParameterizedTest
  @EnumSource
  void losesOnlyTheKeysThatAreRemoved(FilterContender contender) {
    long[] keys = Queries.keys(KEYS);
    KeyFilter filter = contender.build(keys);
    if (!contender.timesDeleting()) {
      assertThrows(RuntimeException.class, () -> filter.remove(keys[0]));
      return;
    }
    for (int i = 0; i < KEYS / 2; i++) {
      filter.remove(keys[i]);
    }

    long left = Arrays.stream(keys, 0, KEYS / 2).filter(filter::contains).count();

    assertTrue(Arrays.stream(keys, KEYS / 2, KEYS).allMatch(filter::contains));
    assertTrue(left < 3 * contender.group().rate() * KEYS / 2, left + " removed keys are found");
  }

  @ParameterizedTest
  @EnumSource
  void batchesAnswerWhatSingleLookUpsDo(FilterContender contender) {
    long[] keys = Queries.keys(KEYS);
    KeyFilter filter = contender.build(keys);
    long[] mixed = Queries.mixed(Queries.present(keys, 640), Queries.absent(640));
    if (!contender.batches()) {
      assertThrows(UnsupportedOperationException.class, () -> filter.contains(mixed, 0, 64));
      return;
    }
    for (int i = 0; i < mixed.length; i++) {
      long answers = filter.contains(mixed, i & -64, 64);
      assertEquals(filter.contains(mixed[i]), (answers >>> i & 1) != 0, contender.label());
    }
  }

  @Test
  void buildingLeavesTheKeysAlone() {
    for (FilterContender contender : FilterContender.values()) {
      long[] keys = Queries.keys(KEYS);
      contender.build(keys);
      assertTrue(Arrays.equals(Queries.keys(KEYS), keys), contender.label());
    }
  }

  @Test
  void namesAreTheirsAloneAndLeadBack() {
    assertEquals(FilterContender.values().length, new HashSet<>(FilterContender.labels()).size());
    for (FilterContender contender : FilterContender.values()) {
      assertEquals(contender, FilterContender.of(contender.label()));
    }
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> FilterContender.of("cuckoo"))
                .getMessage());
    assertTrue(message.contains("cuckoo-12, "), message);
  }

  @Test
  void eachGroupBeginsWithOneOfOursThatDeletes() {
    for (FilterGroup group : FilterGroup.values()) {
      FilterContender first =
          Arrays.stream(FilterContender.values())
              .filter(contender -> contender.group() == group)
              .findFirst()
              .orElseThrow();
      assertTrue(first.ours() && first.deletable(), first.label());
    }
  }

  @Test
  void presentAbsentAndMixedKeysAreWhatTheySay() {
    long[] keys = Queries.keys(1_000);
    HashSet<Long> held = new HashSet<>();
    for (long key : keys) {
      held.add(key);
    }
    long[] present = Queries.present(keys, 10_000);
    long[] absent = Queries.absent(10_000);

    assertEquals(1_000, held.size());
    assertTrue(Arrays.stream(present).allMatch(held::contains));
    assertFalse(Arrays.stream(absent).anyMatch(held::contains));
    long mixed = Arrays.stream(Queries.mixed(present, absent)).filter(held::contains).count();
    assertTrue(mixed > 4_700 && mixed < 5_300, mixed + " of 10,000 are present");
  }
}
