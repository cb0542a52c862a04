package dev.malkoha.papers.rivals;

import java.util.Arrays;

/** The slots that a quotient table of a given multiset must have, computed without any history. */
final class QuotientLayout {

  private QuotientLayout() {}

  /** The slots for the given remainders of each quotient; at least one must stay empty. */
  static long[] of(long[][] remainders) {
    int count = remainders.length;
    long[] slots = new long[count];
    int behind = 0;
    for (int quotient = 0; quotient < count; quotient++) {
      behind = Math.max(0, behind + remainders[quotient].length - 1);
    }
    for (int quotient = 0; quotient < count; quotient++) {
      place(slots, quotient, behind, remainders[quotient]);
      behind = Math.max(0, behind + remainders[quotient].length - 1);
    }
    return slots;
  }

  /** Places a run when so many of the slots from its quotient's on are taken by earlier runs. */
  private static void place(long[] slots, int quotient, int behind, long[] run) {
    long[] sorted = run.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      long content = sorted[i] << QuotientSlots.METADATA_BITS;
      content |= i > 0 ? QuotientSlots.CONTINUATION : 0;
      content |= behind + i > 0 ? QuotientSlots.SHIFTED : 0;
      slots[(quotient + behind + i) % slots.length] |= content;
    }
    slots[quotient] |= run.length > 0 ? QuotientSlots.OCCUPIED : 0;
  }
}
