package dev.malkoha.papers.filters;

import dev.malkoha.bench.WrongAnswerException;

/**
 * What is true of a filter on any machine.
 *
 * @param bitsPerKey its size
 * @param falsePositiveRate the share of absent keys that it does not exclude
 * @param problem why there is no such filter of these keys; empty if there is
 */
record FilterFacts(double bitsPerKey, double falsePositiveRate, String problem) {

  /**
   * Builds a filter of {@code keys}, asks for each of them, and counts what it answers for others.
   *
   * @throws WrongAnswerException if it denies a key that it holds
   */
  static FilterFacts of(FilterContender contender, long[] keys, long[] absent) {
    KeyFilter filter;
    try {
      filter = contender.build(keys);
    } catch (IllegalStateException e) {
      return new FilterFacts(Double.NaN, Double.NaN, String.valueOf(e.getMessage()));
    }
    for (long key : keys) {
      if (!filter.contains(key)) {
        throw new WrongAnswerException(
            contender.label(), "look-up", "a key that it holds is denied");
      }
    }
    int maybe = 0;
    for (long key : absent) {
      if (filter.contains(key)) {
        maybe++;
      }
    }
    return new FilterFacts(
        (double) filter.sizeBits() / keys.length, (double) maybe / absent.length, "");
  }
}
