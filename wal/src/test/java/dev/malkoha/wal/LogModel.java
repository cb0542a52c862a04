package dev.malkoha.wal;

import dev.malkoha.wal.Records.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log may and must give back: kept outside the disk, and never wrong.
 *
 * <p>After a crash a log must replay a prefix of the records from the start position on, which
 * holds at least those that were durable; the record being appended at that moment may be the last.
 */
final class LogModel {

  private final List<Entry> entries;
  private @Nullable Entry pending;
  private long from;
  private long durable;
  private LogProof proof;

  LogModel() {
    this(List.of(), 0, 0, LogProof.NONE);
  }

  private LogModel(List<Entry> entries, long from, long durable, LogProof proof) {
    this.entries = new ArrayList<>(entries);
    this.from = from;
    this.durable = durable;
    this.proof = proof;
  }

  /** What holds once a log that has replayed these records is open: all of them are durable. */
  LogModel opened(List<Entry> replayed) {
    long end = replayed.isEmpty() ? from : replayed.getLast().end();
    return new LogModel(replayed, from, end, proof);
  }

  /** What holds if nothing may be lost: after the kill of a process. */
  LogModel killed() {
    LogModel killed = new LogModel(entries, from, end(), proof);
    killed.pending = pending;
    return killed;
  }

  void appending(byte[] payload) {
    pending = Entry.of(end(), payload);
  }

  void appended(long position) {
    Entry entry = pending;
    if (entry == null || entry.end() != position) {
      throw new AssertionError("append returned " + position + " for " + entry);
    }
    entries.add(entry);
    pending = null;
  }

  void forced(long position) {
    durable = Math.max(durable, position);
  }

  /** What is known from outside from now on. */
  void proven(LogProof known) {
    proof = known;
  }

  LogProof proof() {
    return proof;
  }

  /** The start position has moved, durably; records before it are not asked for again. */
  void released(long position) {
    from = position;
    durable = Math.max(durable, position);
    entries.removeIf(entry -> entry.end() <= position);
  }

  long from() {
    return from;
  }

  long end() {
    return entries.isEmpty() ? from : entries.getLast().end();
  }

  /** All positions that a record ends at. */
  List<Long> ends() {
    return entries.stream().map(Entry::end).toList();
  }

  /** Checks what a log has replayed and where it says that it ends; returns what is wrong. */
  @Nullable String check(List<Entry> replayed, long end) {
    List<Entry> possible = new ArrayList<>(entries);
    if (pending != null) {
      possible.add(pending);
    }
    int common = Math.min(replayed.size(), possible.size());
    if (!replayed.subList(0, common).equals(possible.subList(0, common))) {
      return "not what was appended: " + replayed + " instead of " + possible;
    }
    if (replayed.size() > possible.size()) {
      return "more than was appended: " + replayed + " instead of " + possible;
    }
    long last = replayed.isEmpty() ? from : replayed.getLast().end();
    if (last < durable) {
      return "lost: ends at " + last + " though durable to " + durable;
    }
    return last == end ? null : "ends at " + end + " instead of " + last;
  }
}
