package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.cuckoo.CuckooFilter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for every filter's encoding, whatever the keys. */
final class FilterPropertiesTest {

  @Provide
  Arbitrary<FilterPolicy> policies() {
    return Arbitraries.of(
            "cuckoo(0.03)",
            "cuckoo(1.0E-6)",
            "semiSortedCuckoo(0.001)",
            "windowedCuckoo(0.002)",
            "bloom(1)",
            "bloom(10)",
            "blockedBloom(10)",
            "perLevel(windowedCuckoo(0.001))",
            "none()")
        .map(FilterPolicy::parse);
  }

  private static Filter opened(byte[] block) {
    return Filters.open(block, 0, block.length);
  }

  /** Equal hashes, and those of few bits, are among them. */
  @Property
  void everyKeyIsFound(
      @ForAll("policies") FilterPolicy policy,
      @ForAll @Size(max = 400) long[] hashes,
      @ForAll long salt,
      @ForAll @IntRange(max = 9) int before) {
    byte[] block = policy.build(hashes, hashes.length, salt);
    byte[] file = new byte[before + block.length + 3];
    Arrays.fill(file, (byte) 0x5A);
    System.arraycopy(block, 0, file, before, block.length);
    Filter filter = Filters.open(file, before, block.length);
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), policy::toString);
    }
    assertEquals(block.length, filter.sizeBytes());
    assertArrayEquals(block, policy.build(hashes, hashes.length, salt));
  }

  @Property
  void aPolicyIsReadBackFromItsName(@ForAll("policies") FilterPolicy policy) {
    assertEquals(policy.toString(), FilterPolicy.parse(policy.toString()).toString());
  }

  /** After removals the filter is exactly the multiset of the removals that are left. */
  @Property
  void whatIsTakenOutIsGoneAndNothingElse(
      @ForAll("policies") FilterPolicy policy,
      @ForAll @Size(max = 100) long[] hashes,
      @ForAll long salt,
      @ForAll @IntRange(max = 100) int kept) {
    if (opened(policy.build(hashes, hashes.length, salt)) instanceof RemovableFilter all) {
      int left = Math.min(kept, hashes.length);
      long[] removals = Arrays.stream(hashes, left, hashes.length).map(all::removal).toArray();
      RemovableFilter rest = all.without(removals, removals.length);
      List<Long> living = Arrays.stream(hashes, 0, left).map(all::removal).boxed().toList();
      for (long hash : hashes) {
        assertEquals(living.contains(all.removal(hash)), rest.mayContain(hash), policy::toString);
        assertTrue(all.mayContain(hash), policy::toString);
      }
      assertEquals(left, rest.keys());
      assertEquals(removals.length, rest.removed());
    }
  }

  /** A small filter, easily full and with few fingerprints. */
  @Provide
  Arbitrary<CuckooFilter> filters() {
    Arbitrary<Integer> layouts = Arbitraries.integers().between(0, 2);
    Arbitrary<Integer> bits = Arbitraries.integers().between(5, 9);
    Arbitrary<Integer> buckets = Arbitraries.integers().between(1, 9);
    return Combinators.combine(layouts, bits, buckets, Arbitraries.longs())
        .as(FilterPropertiesTest::filter);
  }

  private static CuckooFilter filter(int layout, int bits, int buckets, long salt) {
    return switch (layout) {
      case 0 -> CuckooFilter.plain(bits, 4, buckets, salt);
      case 1 -> CuckooFilter.semiSorted(bits, buckets, salt);
      default -> CuckooFilter.windowed(bits, 4L * buckets, salt);
    };
  }

  /** What is done with a hash: it is added where {@code add} says so, else removed. */
  record Step(boolean add, long hash) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Boolean> mostlyAdds = Arbitraries.of(true, true, false);
    Arbitrary<Long> hashes = Arbitraries.longs().between(0, 40).map(n -> n * 0x9E3779B97F4A7C15L);
    return Combinators.combine(mostlyAdds, hashes).as(Step::new).list().ofMaxSize(120);
  }

  /**
   * After adds and removes a filter is exactly the multiset of removals; sealing changes nothing.
   */
  @Property
  void aGrowingFilterIsTheMultisetOfItsRemovals(
      @ForAll("filters") CuckooFilter filter, @ForAll("histories") List<Step> history) {
    RemovableFilter removals = (RemovableFilter) opened(filter.seal());
    Map<Long, Integer> model = new HashMap<>();
    for (Step step : history) {
      long removal = removals.removal(step.hash());
      int before = model.getOrDefault(removal, 0);
      boolean done = step.add() ? filter.add(step.hash()) : filter.remove(step.hash());
      if (step.add()) {
        model.put(removal, done ? before + 1 : before);
      } else {
        assertEquals(before > 0, done);
        model.put(removal, done ? before - 1 : before);
      }
    }
    CuckooFilter again = CuckooFilter.open(filter.seal());
    Filter asked = opened(filter.seal());
    for (Step step : history) {
      boolean expected = model.getOrDefault(removals.removal(step.hash()), 0) > 0;
      assertEquals(expected, filter.contains(step.hash()));
      assertEquals(expected, again.contains(step.hash()));
      assertEquals(expected, asked.mayContain(step.hash()));
    }
    assertEquals(model.values().stream().mapToInt(Integer::intValue).sum(), filter.size());
  }
}
