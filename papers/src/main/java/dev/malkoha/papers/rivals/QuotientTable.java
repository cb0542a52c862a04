package dev.malkoha.papers.rivals;

import static dev.malkoha.papers.rivals.QuotientSlots.CONTINUATION;
import static dev.malkoha.papers.rivals.QuotientSlots.METADATA;
import static dev.malkoha.papers.rivals.QuotientSlots.METADATA_BITS;
import static dev.malkoha.papers.rivals.QuotientSlots.OCCUPIED;
import static dev.malkoha.papers.rivals.QuotientSlots.SHIFTED;
import static dev.malkoha.papers.rivals.QuotientSlots.isContinuation;
import static dev.malkoha.papers.rivals.QuotientSlots.isEmpty;
import static dev.malkoha.papers.rivals.QuotientSlots.isOccupied;
import static dev.malkoha.papers.rivals.QuotientSlots.isShifted;
import static dev.malkoha.papers.rivals.QuotientSlots.remainder;

/**
 * The multiset of a quotient filter: pairs of quotient and remainder, of which only the remainder
 * is stored, in a slot at or after the one that the quotient numbers.
 *
 * <p>The remainders of a quotient lie side by side in ascending order: a run. The runs lie in the
 * order of their quotients, each at its quotient's slot or, where that is taken, right after the
 * run before. So one multiset has one layout, whatever its history. At least one slot must stay
 * empty: every walk ends there.
 *
 * <p>Bender et al., "Don't Thrash: How to Cache Your Hash on Flash" (PVLDB 2012), section 3. The
 * walks here go by groups of slots, counting in their metadata bits with masks.
 */
final class QuotientTable {

  private static final long ABSENT = -1;

  final QuotientSlots slots;

  private final long occupied;
  private final long continuation;
  private final long shifted;

  /** All of a slot that moves with its content. */
  private final long contents;

  QuotientTable(long count, int remainderBits) {
    this.slots = new QuotientSlots(count, remainderBits);
    this.occupied = slots.ones * OCCUPIED;
    this.continuation = slots.ones * CONTINUATION;
    this.shifted = slots.ones * SHIFTED;
    this.contents = slots.group & ~occupied;
  }

  boolean contains(long quotient, long remainder) {
    return find(quotient, remainder) != ABSENT;
  }

  /** Adds a pair. An empty slot must remain. */
  void insert(long quotient, long remainder) {
    long slot = slots.get(quotient);
    if (isEmpty(slot)) {
      slots.set(quotient, (remainder << METADATA_BITS) | OCCUPIED);
    } else if (isOccupied(slot)) {
      insertInRun(quotient, remainder);
    } else {
      slots.set(quotient, slot | OCCUPIED);
      insertAt(runStart(quotient), (remainder << METADATA_BITS) | SHIFTED);
    }
  }

  private void insertInRun(long quotient, long remainder) {
    long start = runStart(quotient);
    long at = start;
    long slot = slots.get(at);
    if (remainder(slot) >= remainder) {
      slots.set(at, slot | CONTINUATION);
      insertAt(at, (remainder << METADATA_BITS) | (at == quotient ? 0 : SHIFTED));
      return;
    }
    do {
      at = slots.next(at);
      slot = slots.get(at);
    } while (isContinuation(slot) && remainder(slot) < remainder);
    insertAt(at, (remainder << METADATA_BITS) | CONTINUATION | SHIFTED);
  }

  /** Takes out a pair; false if it is not there. */
  boolean remove(long quotient, long remainder) {
    long at = find(quotient, remainder);
    if (at == ABSENT) {
      return false;
    }
    long slot = slots.get(at);
    if (!isContinuation(slot)) {
      long next = slots.next(at);
      long follower = slots.get(next);
      if (isContinuation(follower)) {
        slots.set(at, (follower & ~METADATA) | (slot & METADATA));
        at = next;
      } else {
        slots.set(quotient, slots.get(quotient) & ~OCCUPIED);
      }
    }
    closeGap(at, quotient);
    return true;
  }

  /** A slot that holds the pair, or {@link #ABSENT}. */
  private long find(long quotient, long remainder) {
    if (!isOccupied(slots.get(quotient))) {
      return ABSENT;
    }
    long at = runStart(quotient);
    long slot = slots.get(at);
    do {
      if (remainder(slot) >= remainder) {
        return remainder(slot) == remainder ? at : ABSENT;
      }
      at = slots.next(at);
      slot = slots.get(at);
    } while (isContinuation(slot));
    return ABSENT;
  }

  /** Where the run of a quotient that is marked as occupied begins, or has to begin. */
  private long runStart(long quotient) {
    int pending = runsPending(quotient);
    return pending == 0 ? quotient : head(slots.next(quotient), pending);
  }

  /**
   * How many runs of quotients up to the given one begin after its slot: the occupied slots less
   * the runs' heads, from the last slot not shifted on, where the two are even.
   */
  private int runsPending(long quotient) {
    int pending = 0;
    long at = quotient;
    while (true) {
      if (at >= slots.lanes - 1) {
        long word = slots.getGroup(at - slots.lanes + 1);
        long home = ~word & shifted;
        if (home != 0) {
          long since = -(Long.highestOneBit(home) >>> 2);
          return pending + surplus(word, since);
        }
        pending += surplus(word, -1L);
        at -= slots.lanes;
        at = at < 0 ? slots.count - 1 : at;
      } else {
        long slot = slots.get(at);
        pending += (isOccupied(slot) ? 1 : 0) - (isContinuation(slot) ? 0 : 1);
        if (!isShifted(slot)) {
          return pending;
        }
        at = slots.previous(at);
      }
    }
  }

  /** The occupied slots less the heads in the lanes of a group that a mask selects. */
  private int surplus(long word, long mask) {
    return Long.bitCount(word & occupied & mask) - Long.bitCount(~word & continuation & mask);
  }

  /** The {@code n}-th slot from {@code at} on that does not continue a run. */
  private long head(long at, int n) {
    long from = at;
    int left = n;
    while (true) {
      if (from + slots.lanes <= slots.count) {
        long heads = ~slots.getGroup(from) & continuation;
        int found = Long.bitCount(heads);
        if (found >= left) {
          return from + slots.laneOf(Long.numberOfTrailingZeros(dropLowest(heads, left - 1)));
        }
        left -= found;
        from += slots.lanes;
        from = from == slots.count ? 0 : from;
      } else {
        if (!isContinuation(slots.get(from)) && --left == 0) {
          return from;
        }
        from = slots.next(from);
      }
    }
  }

  private static long dropLowest(long bits, int count) {
    long rest = bits;
    for (int i = 0; i < count; i++) {
      rest &= rest - 1;
    }
    return rest;
  }

  /**
   * Puts content into a slot; what is there and what follows, up to an empty slot, moves on by one.
   */
  private void insertAt(long at, long content) {
    long to = at;
    long carried = content;
    while (true) {
      if (to + slots.lanes <= slots.count) {
        long word = slots.getGroup(to);
        long moved = slots.nextLane(word & contents) | (shifted & ~SHIFTED) | carried;
        long empty = ~(word | (word >>> 1) | (word >>> 2)) & slots.ones;
        if (empty != 0) {
          slots.merge(to, moved, contents & slots.upTo(Long.lowestOneBit(empty)));
          return;
        }
        slots.merge(to, moved, contents);
        carried = slots.lastLane(word & contents) | SHIFTED;
        to += slots.lanes;
        to = to == slots.count ? 0 : to;
      } else {
        long slot = slots.get(to);
        slots.set(to, (slot & OCCUPIED) | carried);
        if (isEmpty(slot)) {
          return;
        }
        carried = (slot & ~OCCUPIED) | SHIFTED;
        to = slots.next(to);
      }
    }
  }

  /**
   * Fills the slot of a removed pair: what is after it moves back by one, up to what is in its own
   * slot already. A run whose head comes home is no longer shifted.
   *
   * @param gap the slot
   * @param quotient the removed pair's
   */
  private void closeGap(long gap, long quotient) {
    long to = gap;
    long run = quotient;
    long from = slots.next(to);
    long slot = slots.get(from);
    while (isShifted(slot)) {
      long moved = slot & ~OCCUPIED;
      if (!isContinuation(slot)) {
        run = nextOccupied(run);
        moved &= run == to ? ~SHIFTED : -1L;
      }
      slots.set(to, (slots.get(to) & OCCUPIED) | moved);
      to = from;
      from = slots.next(to);
      slot = slots.get(from);
    }
    slots.set(to, 0);
  }

  private long nextOccupied(long quotient) {
    long at = slots.next(quotient);
    while (!isOccupied(slots.get(at))) {
      at = slots.next(at);
    }
    return at;
  }
}
