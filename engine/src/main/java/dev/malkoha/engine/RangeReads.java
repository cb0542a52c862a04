package dev.malkoha.engine;

import dev.malkoha.engine.observe.Operation;
import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a {@link KeyValueMap} that go by the order of its keys: of now, or as a {@link
 * Snapshot} saw them. Each sees one moment, however long it takes.
 */
public abstract sealed class RangeReads extends PointReads permits KeyValueMap {

  /** A long walk looks so often whether the store is still open. */
  private static final int CHECK_EVERY = 1 << 12;

  RangeReads(Store store, Trees trees, Tree tree, Handles handles) {
    super(store, trees, tree, handles);
  }

  /** A cursor over a range as it is now; it stands before the first entry. Close it soon. */
  public final Cursor scan(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return ask((tree, now) -> new Cursor(store, tree.reads().scan(range, now), handles()));
  }

  /** A cursor over a range as it was when the snapshot was taken. */
  public final Cursor scan(KeyRange range, Snapshot snapshot) {
    Objects.requireNonNull(range, "range");
    return ask(
        snapshot, (tree, then) -> new Cursor(store, tree.reads().scan(range, then), handles()));
  }

  /**
   * Gives each entry of a range as it is now to a consumer, in key order and without a copy: the
   * fastest way through many entries, and one with nothing to close. What the consumer throws ends
   * the walk and comes out of here.
   */
  public final void forEach(KeyRange range, EntryConsumer consumer) {
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(consumer, "consumer");
    VisibleCursor walk = ask((tree, now) -> tree.reads().scan(range, now));
    store.callbacks().during(() -> giveAll(walk, consumer));
  }

  /** Gives each entry of a range as it was when the snapshot was taken, as for now. */
  public final void forEach(KeyRange range, Snapshot snapshot, EntryConsumer consumer) {
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(consumer, "consumer");
    VisibleCursor walk = ask(snapshot, (tree, then) -> tree.reads().scan(range, then));
    store.callbacks().during(() -> giveAll(walk, consumer));
  }

  /** Not within a question: that may be asked again, and entries are given once. */
  private Store giveAll(VisibleCursor walk, EntryConsumer consumer) throws IOException {
    try {
      PlacedEntries entries = new PlacedEntries();
      long timed = store.latencies().begin(Operation.SCAN);
      boolean here = walk.first();
      store.latencies().end(Operation.SCAN, timed);
      for (long given = 1; here; given++) {
        entries.give(walk, consumer);
        if (given % CHECK_EVERY == 0) {
          store.checkOpen();
        }
        here = walk.next();
      }
      return store;
    } finally {
      walk.close();
    }
  }

  /**
   * The entries of a range as it is now, for one for-each loop. A loop that may be left before its
   * end is to close them.
   */
  public final Entries entries(KeyRange range) {
    return new Entries(scan(range));
  }

  /** The entries of a range as it was when the snapshot was taken. */
  public final Entries entries(KeyRange range, Snapshot snapshot) {
    return new Entries(scan(range, snapshot));
  }

  /**
   * The entries of a range as it is now, in key order, as a sequential stream. One that may end
   * before the last entry, as by a limit, is to be closed.
   */
  public final Stream<Entry> stream(KeyRange range) {
    return entries(range).stream();
  }

  /** The entries of a range as it was when the snapshot was taken, as a stream. */
  public final Stream<Entry> stream(KeyRange range, Snapshot snapshot) {
    return entries(range, snapshot).stream();
  }

  /** The entry with the least key; null if there is none. */
  public final @Nullable Entry first() {
    return least(KeyRange.all());
  }

  /** The entry that had the least key when the snapshot was taken; null if there was none. */
  public final @Nullable Entry first(Snapshot snapshot) {
    return least(KeyRange.all(), snapshot);
  }

  /** The entry with the greatest key; null if there is none. */
  public final @Nullable Entry last() {
    return greatest(KeyRange.all());
  }

  /** The entry that had the greatest key when the snapshot was taken; null if there was none. */
  public final @Nullable Entry last(Snapshot snapshot) {
    return greatest(KeyRange.all(), snapshot);
  }

  /** The entry with the least key at or above the given one; null if there is none. */
  public final @Nullable Entry ceiling(byte[] key) {
    return least(KeyRange.atLeast(Limits.checkKey(key)));
  }

  /** The entry that was the {@link #ceiling(byte[])} when the snapshot was taken. */
  public final @Nullable Entry ceiling(byte[] key, Snapshot snapshot) {
    return least(KeyRange.atLeast(Limits.checkKey(key)), snapshot);
  }

  /** The entry with the least key above the given one; null if there is none. */
  public final @Nullable Entry higher(byte[] key) {
    return least(KeyRange.above(Limits.checkKey(key)));
  }

  /** The entry that was the {@link #higher(byte[])} one when the snapshot was taken. */
  public final @Nullable Entry higher(byte[] key, Snapshot snapshot) {
    return least(KeyRange.above(Limits.checkKey(key)), snapshot);
  }

  /** The entry with the greatest key at or below the given one; null if there is none. */
  public final @Nullable Entry floor(byte[] key) {
    return greatest(KeyRange.atMost(Limits.checkKey(key)));
  }

  /** The entry that was the {@link #floor(byte[])} when the snapshot was taken. */
  public final @Nullable Entry floor(byte[] key, Snapshot snapshot) {
    return greatest(KeyRange.atMost(Limits.checkKey(key)), snapshot);
  }

  /** The entry with the greatest key below the given one; null if there is none. */
  public final @Nullable Entry lower(byte[] key) {
    return greatest(KeyRange.below(Limits.checkKey(key)));
  }

  /** The entry that was the {@link #lower(byte[])} one when the snapshot was taken. */
  public final @Nullable Entry lower(byte[] key, Snapshot snapshot) {
    return greatest(KeyRange.below(Limits.checkKey(key)), snapshot);
  }

  private @Nullable Entry least(KeyRange range) {
    return ask((tree, now) -> entry(tree.reads().scan(range, now), VisibleCursor::first))
        .orElse(null);
  }

  private @Nullable Entry least(KeyRange range, Snapshot snapshot) {
    return ask(
            snapshot, (tree, then) -> entry(tree.reads().scan(range, then), VisibleCursor::first))
        .orElse(null);
  }

  private @Nullable Entry greatest(KeyRange range) {
    return ask((tree, now) -> entry(tree.reads().scan(range, now), VisibleCursor::last))
        .orElse(null);
  }

  private @Nullable Entry greatest(KeyRange range, Snapshot snapshot) {
    return ask(snapshot, (tree, then) -> entry(tree.reads().scan(range, then), VisibleCursor::last))
        .orElse(null);
  }

  private interface Move {
    boolean make(VisibleCursor cursor) throws IOException;
  }

  /** The entry that one move of a cursor leads to, which is closed then. */
  private static Optional<Entry> entry(VisibleCursor cursor, Move move) throws IOException {
    try {
      if (!move.make(cursor)) {
        return Optional.empty();
      }
      byte[] key = Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength());
      return Optional.of(new Entry(key, cursor.copyValue()));
    } finally {
      cursor.close();
    }
  }

  /**
   * How many keys a range has now, exactly. It walks over them as a scan does, but copies no value
   * and does not read blocks in which everything is deleted.
   *
   * @see #estimate
   */
  public final long count(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return ask((tree, now) -> counted(tree.reads().scan(range, now)));
  }

  /** How many keys a range had when the snapshot was taken, exactly. */
  public final long count(KeyRange range, Snapshot snapshot) {
    Objects.requireNonNull(range, "range");
    return ask(snapshot, (tree, then) -> counted(tree.reads().scan(range, then)));
  }

  private long counted(VisibleCursor cursor) throws IOException {
    try {
      long count = 0;
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        if (++count % CHECK_EVERY == 0) {
          store.checkOpen();
        }
      }
      return count;
    } finally {
      cursor.close();
    }
  }

  /**
   * About how many keys a range has now, from what is in memory: no file is read. It takes
   * microseconds, and longer where the memtables hold many keys of the range.
   *
   * <p>In a store at rest, in which each key was written once or compaction has seen to those that
   * were written again, it is off by less than a block's entries at each end of the range, per
   * table that an end falls in. A key that was overwritten and not yet compacted counts as often as
   * it is there; a delete that is not yet applied takes one from the count whether or not there is
   * anything to delete; a range delete takes nothing until it is applied. {@link Db#compact} leaves
   * nothing of these.
   *
   * @return 0 or more
   */
  public final long estimate(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return ask((tree, _) -> tree.reads().estimate(range));
  }
}
