package dev.malkoha.engine.memtable;

import module java.base;

/**
 * State that one thread changes while any number read it without locking: a sequence lock.
 *
 * <p>The sequence is odd while the state changes. A reader notes an even sequence, copies what it
 * needs with plain reads, and uses the copy only if the sequence is still the same. What it copied
 * before that check may be torn or mixed: it must not be followed anywhere.
 *
 * <p>The fences are those of {@link java.util.concurrent.locks.StampedLock}'s optimistic reads. In
 * {@link #beginChange} the store-store fence keeps the changes after the odd sequence, and the
 * release in {@link #endChange} keeps them before the even one; in {@link #unchangedSince} the
 * acquire fence keeps the reader's loads before its second look. So a reader that has loaded any
 * part of a change finds the sequence changed, and one that has not been refused has all that was
 * written before the even sequence it noted.
 */
abstract class SequenceLocked {

  private static final VarHandle SEQUENCE;

  static {
    try {
      SEQUENCE = MethodHandles.lookup().findVarHandle(SequenceLocked.class, "sequence", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int sequence;

  /** Opens a change. For the writing thread; nothing until {@link #endChange} may fail. */
  final void beginChange() {
    SEQUENCE.setOpaque(this, sequence + 1);
    VarHandle.storeStoreFence();
  }

  /** Ends a change and publishes it. */
  final void endChange() {
    SEQUENCE.setRelease(this, sequence + 1);
  }

  /** Waits until no change is under way; the result is for {@link #unchangedSince}. */
  @SuppressWarnings("ThreadPriorityCheck") // only speed rests on the yield, not correctness
  final int beginRead() {
    int seen = (int) SEQUENCE.getAcquire(this);
    while ((seen & 1) != 0) {
      Thread.yield(); // the writer may have lost its processor in the middle of a change
      seen = (int) SEQUENCE.getAcquire(this);
    }
    return seen;
  }

  /** Whether all that was read since {@link #beginRead} is one consistent state. */
  final boolean unchangedSince(int seen) {
    VarHandle.acquireFence();
    return (int) SEQUENCE.getOpaque(this) == seen;
  }
}
