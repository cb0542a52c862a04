package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Operand;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.sstable.EntryCursor;
import org.jspecify.annotations.Nullable;

/**
 * The operands of one key and snapshot stripe that a merge has met, newest first, until it meets
 * what they change: then they become a put or a delete. Where it does not, they are written as they
 * are, or as one operand if their function is associative.
 *
 * <p>What the function throws is kept for others to tell; the operands are then as if there was no
 * function. One thread.
 */
final class OperandMerge {

  /** Takes an entry of the key. */
  interface Output {
    void add(long tag, byte[] value) throws IOException;
  }

  /** The first sequence number that an operand stands for, its tag, and the operand. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Pending(long tag, long first, byte[] operand) {

    long reach() {
      return EntryKind.sequence(tag) - first;
    }
  }

  /**
   * The most bytes that wait, about. Then those that do are written, and stand over what comes of
   * the older ones: any number of operands of one key takes bounded memory.
   */
  static final int WAITING_MAX = 16 << 20;

  /** Bytes that a waiting operand takes beside its own, about. */
  private static final int OVERHEAD = 64;

  private final @Nullable MergeFunction function;
  private final Versions versions;
  private final Output output;
  private final List<Pending> pending = new ArrayList<>();
  private byte[] key = {};
  private int stripe;
  private long waiting;
  private @Nullable Throwable failure;

  OperandMerge(@Nullable MergeFunction function, Versions versions, Output output) {
    this.function = function;
    this.versions = versions;
    this.output = output;
  }

  /** The first sequence number that a cursor's entry stands for. */
  static long first(EntryCursor entry) {
    return Versions.isOperand(entry.tag())
        ? Operand.first(entry.tag(), entry.valueBuffer(), entry.valueOffset(), entry.valueLength())
        : EntryKind.sequence(entry.tag());
  }

  /** Whether operands wait for what they change. */
  boolean isWaiting() {
    return !pending.isEmpty();
  }

  /**
   * Takes an operand that the merge keeps, to write it later.
   *
   * @return false if it is to be written as it is, by the caller
   */
  boolean take(EntryCursor entry, long first) throws IOException {
    if (function == null || versions.isStoodFor(entry.tag())) {
      return false;
    }
    if (isWaiting() && waiting + entry.valueLength() > WAITING_MAX) {
      write();
    }
    if (!isWaiting()) {
      key = entry.copyKey();
      stripe = versions.stripe();
      waiting = 0;
    }
    waiting += entry.valueLength() + OVERHEAD;
    byte[] operand = Operand.bytes(entry.valueBuffer(), entry.valueOffset(), entry.valueLength());
    pending.add(new Pending(entry.tag(), first, operand));
    return true;
  }

  /** Writes what waits if the merge has come to another stripe of its key. */
  void enterStripe() throws IOException {
    if (isWaiting() && versions.stripe() != stripe) {
      write();
    }
  }

  /** No older entry of the key comes. */
  void endKey() throws IOException {
    if (isWaiting() && !(versions.isLast() && resolve(null))) {
      write();
    }
  }

  /**
   * Merges what waits with the value under it, and writes what comes of that.
   *
   * @param value null if there is none
   * @return false if the function has failed, and nothing is written
   */
  boolean resolve(byte @Nullable [] value) throws IOException {
    MergeFunction by = Objects.requireNonNull(function);
    List<byte[]> operands = pending.reversed().stream().map(Pending::operand).toList();
    long sequence = EntryKind.sequence(pending.getFirst().tag);
    byte[] merged;
    try {
      merged = by.merge(key.clone(), value, operands);
      if (merged != null) {
        Limits.checkValue(merged);
      }
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      failure = e;
      return false;
    }
    pending.clear();
    if (merged != null) {
      output.add(versions.outputTag(EntryKind.tag(sequence, EntryKind.PUT)), merged);
    } else if (!versions.coversNothing()) {
      output.add(EntryKind.tag(sequence, EntryKind.DELETE), new byte[0]);
    }
    return true;
  }

  /** Writes what waits as operands. */
  void write() throws IOException {
    byte[] combined = combined();
    if (combined != null) {
      long first = pending.getLast().first;
      long tag = pending.getFirst().tag;
      output.add(tag, Operand.encode(EntryKind.sequence(tag) - first, combined));
    } else {
      for (Pending each : pending) {
        output.add(each.tag, Operand.encode(each.reach(), each.operand));
      }
    }
    pending.clear();
  }

  /** One operand in place of all; null if they cannot be combined. */
  private byte @Nullable [] combined() {
    MergeFunction by = Objects.requireNonNull(function);
    if (pending.size() < 2 || failure != null || !by.isAssociative()) {
      return null;
    }
    try {
      return Limits.checkOperand(combined(by, pending));
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      failure = e;
      return null;
    }
  }

  /** The same by halves: where results grow, each byte is copied a few times, not for each one. */
  private byte[] combined(MergeFunction by, List<Pending> newestFirst) {
    int count = newestFirst.size();
    if (count == 1) {
      return newestFirst.getFirst().operand;
    }
    byte[] newer = combined(by, newestFirst.subList(0, count / 2));
    byte[] older = combined(by, newestFirst.subList(count / 2, count));
    return Objects.requireNonNull(by.combine(key.clone(), older, newer), "combine() gave null");
  }

  /** What the function has thrown last; null if it has not failed. */
  @Nullable Throwable failure() {
    return failure;
  }
}
