package dev.malkoha.engine.recovery;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The memtables of one tree, as the log's records fill them again. One thread. */
public final class TreeReplay {

  private final KeyHasher hasher;
  private final long memTableBytes;
  private final List<FrozenMemTable> frozen = new ArrayList<>();
  private long flushed;

  /** The numbers under which tables may have joined that are not named yet, ascending. */
  private final Deque<Long> missed = new ArrayDeque<>();

  private MemTable active;
  private MemTable.@Nullable LogPlace activeBegin;

  /** Where the record is that was last begun: all that a record writes is in one memtable. */
  private MemTable.@Nullable LogPlace begun;

  /**
   * Creates a replay of nothing yet.
   *
   * @param memTableBytes when a memtable is full
   * @param flushed what has a sequence number up to this one is in tables
   */
  TreeReplay(KeyHasher hasher, long memTableBytes, long flushed) {
    this.hasher = hasher;
    this.memTableBytes = memTableBytes;
    this.flushed = flushed;
    this.active = new MemTable(hasher, 0);
  }

  /** More is in tables by now: memtables that hold nothing else leave. */
  void flushedUpTo(long sequence) {
    flushed = sequence;
    missed.removeIf(number -> number <= sequence);
    frozen.removeIf(memTable -> memTable.table().largestSequence() <= sequence);
    if (!active.isEmpty() && active.largestSequence() <= sequence) {
      active = new MemTable(hasher, active.bytesUsed());
      activeBegin = null;
      begun = null;
    }
  }

  /**
   * Tables joined under a number that are not named, or not yet. What was written before is in
   * memtables of its own, which leave when they are: else they would hide what joined.
   *
   * @param position of its record
   */
  void ingestion(long sequence, long position) {
    missed.addLast(sequence);
    if (activeBegin != null) {
      freeze(position);
    }
    begun = null;
  }

  /** Whether tables are not named that joined under a number. */
  boolean misses(long sequence) {
    return missed.contains(sequence);
  }

  /** Whether such tables may be named where all up to a number is in tables. */
  boolean hasMissed(long later) {
    return !missed.isEmpty() && missed.getFirst() <= later;
  }

  /** Whether an operation of this number is missing in the tables. */
  boolean isMissing(long sequence) {
    return sequence > flushed;
  }

  /** Makes sure that the memtable has room for a record's share, of at most this size. */
  void begin(MemTable.LogPlace place, int operations, int bytes) {
    if (place.equals(begun)) {
      return;
    }
    begun = place;
    boolean full = active.isFull(memTableBytes) || !active.fits(operations, bytes);
    if (full && activeBegin != null) {
      freeze(place.position());
    }
    if (activeBegin == null) {
      activeBegin = place;
    }
  }

  private void freeze(long logEnd) {
    MemTable.LogPlace begin = Objects.requireNonNull(activeBegin, "an empty memtable");
    frozen.addFirst(new FrozenMemTable(active, begin, logEnd));
    active = new MemTable(hasher, active.bytesUsed());
    activeBegin = null;
  }

  void add(
      long tag, byte[] buffer, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    active.add(tag, buffer, keyOffset, keyLength, buffer, valueOffset, valueLength);
  }

  /** The memtables with a version beside them. */
  public ReadView view(Version version) {
    return new ReadView(active, frozen, version);
  }

  /** Publishes a tree with the memtables. */
  public void open(Tree tree, Version version) {
    tree.open(view(version), activeBegin);
  }
}
