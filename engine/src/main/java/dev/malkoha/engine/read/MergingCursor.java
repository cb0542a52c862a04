package dev.malkoha.engine.read;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the union of several sources, in order.
 *
 * <p>The sources that still have entries are kept sorted by their current one, with its key's first
 * eight bytes beside it. After a step the moved source is compared with the runner-up alone: where
 * it wins again, which is the common case, that one comparison is all.
 */
public final class MergingCursor extends EntryCursor {

  private final EntryCursor[] sources;

  /** The sources with entries left, best first; the prefixes stand at the same indexes. */
  private final EntryCursor[] sorted;

  private final long[] prefixes;
  private int live;
  private boolean forward = true;

  /** What {@link #bringNear} has read: kept, so that it has to be done. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  /** A cursor over sources, which are its own from then on: the one source itself, or a merge. */
  public static EntryCursor of(List<? extends EntryCursor> sources) {
    return sources.size() == 1 ? sources.getFirst() : new MergingCursor(sources);
  }

  /** Creates a cursor over sources that it then owns; it is not valid until it is moved. */
  public MergingCursor(List<? extends EntryCursor> sources) {
    this.sources = sources.toArray(new EntryCursor[0]);
    this.sorted = new EntryCursor[this.sources.length];
    this.prefixes = new long[this.sources.length];
  }

  @Override
  public void seekToFirst() throws IOException {
    forward = true;
    clear();
    for (EntryCursor source : sources) {
      source.seekToFirst();
      insert(source);
    }
    show();
  }

  @Override
  public void seekToLast() throws IOException {
    forward = false;
    clear();
    for (EntryCursor source : sources) {
      source.seekToLast();
      insert(source);
    }
    show();
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) throws IOException {
    forward = true;
    clear();
    bringNear(key, offset, length, tag);
    for (EntryCursor source : sources) {
      source.seek(key, offset, length, tag);
      insert(source);
    }
    show();
  }

  /** Has all sources wait for memory together, and not each in its turn. */
  private void bringNear(byte[] key, int offset, int length, long tag) {
    int sum = 0;
    for (EntryCursor source : sources) {
      sum += source.touchPlace(key, offset, length, tag);
    }
    for (EntryCursor source : sources) {
      sum += source.touchEntries();
    }
    touched = sum;
  }

  @Override
  public void next() throws IOException {
    if (!forward) {
      turn();
    }
    EntryCursor moved = sorted[0];
    invalidate();
    moved.next();
    sortIn(moved, 0);
    show();
  }

  @Override
  public void prev() throws IOException {
    if (forward) {
      turn();
    }
    EntryCursor moved = sorted[0];
    invalidate();
    moved.prev();
    sortIn(moved, 0);
    show();
  }

  /** First the others: where the best one stands is not looked at any more, but for its place. */
  @Override
  public void nextKey() throws IOException {
    if (!forward) {
      turn();
    }
    EntryCursor best = sorted[0];
    invalidate();
    while (live > 1 && prefixes[1] == prefixes[0] && sorted[1].isOfSameKey(best)) {
      EntryCursor other = sorted[1];
      other.nextKey();
      sortIn(other, 1);
    }
    best.nextKey();
    sortIn(best, 0);
    show();
  }

  /** What the best source says, up to where the runner-up stands. */
  @Override
  public @Nullable TableCursor beginRun() {
    TableCursor run = live == 0 ? null : sorted[0].beginRun();
    if (run != null && live > 1) {
      EntryCursor other = sorted[1];
      if (forward) {
        run.endRunAt(other.keyBuffer(), other.keyOffset(), other.keyLength());
      } else {
        run.startRunBehind(other.keyBuffer(), other.keyOffset(), other.keyLength());
      }
    }
    return run;
  }

  @Override
  public void catchUp() {
    sorted[0].catchUp();
    prefixes[0] = sorted[0].keyPrefix();
    show();
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length) throws IOException {
    forward = false;
    clear();
    bringNear(key, offset, length, -1L);
    for (EntryCursor source : sources) {
      source.seekBefore(key, offset, length);
      insert(source);
    }
    show();
  }

  /**
   * Changes direction: every other source is put on the far side of the current entry, which it
   * cannot hold itself, and the current source stays where it is.
   */
  @SuppressWarnings("ReferenceEquality") // the very same source is meant
  private void turn() throws IOException {
    EntryCursor current = sorted[0];
    byte[] key = current.keyBuffer();
    int offset = current.keyOffset();
    int length = current.keyLength();
    long tag = current.tag();
    forward = !forward;
    clear();
    for (EntryCursor source : sources) {
      if (source != current) {
        source.seek(key, offset, length, tag);
        if (!forward) {
          stepBack(source);
        }
        insert(source);
      }
    }
    insertFirst(current);
  }

  /** No source is in order any more, and this stands on no entry. */
  private void clear() {
    live = 0;
    invalidate();
  }

  private void show() {
    if (live > 0) {
      standAs(sorted[0]);
    }
  }

  private static void stepBack(EntryCursor source) throws IOException {
    if (source.valid()) {
      source.prev();
    } else {
      source.seekToLast();
    }
  }

  private void insertFirst(EntryCursor source) {
    System.arraycopy(sorted, 0, sorted, 1, live);
    System.arraycopy(prefixes, 0, prefixes, 1, live);
    sorted[0] = source;
    prefixes[0] = source.keyPrefix();
    live++;
  }

  /** Puts the source of a place, which has just moved on, where it belongs now. */
  private void sortIn(EntryCursor moved, int from) {
    if (!moved.valid()) {
      live--;
      System.arraycopy(sorted, from + 1, sorted, from, live - from);
      System.arraycopy(prefixes, from + 1, prefixes, from, live - from);
      return;
    }
    long prefix = moved.keyPrefix();
    int place = from;
    while (place + 1 < live && comesAfter(moved, prefix, place + 1)) {
      sorted[place] = sorted[place + 1];
      prefixes[place] = prefixes[place + 1];
      place++;
    }
    sorted[place] = moved;
    prefixes[place] = prefix;
  }

  private void insert(EntryCursor source) {
    if (!source.valid()) {
      return;
    }
    long prefix = source.keyPrefix();
    int place = live;
    while (place > 0 && !comesAfter(source, prefix, place - 1)) {
      sorted[place] = sorted[place - 1];
      prefixes[place] = prefixes[place - 1];
      place--;
    }
    sorted[place] = source;
    prefixes[place] = prefix;
    live++;
  }

  /** Whether a source's entry comes after that of the sorted source at an index, in direction. */
  private boolean comesAfter(EntryCursor source, long prefix, int index) {
    long other = prefixes[index];
    if (prefix != other) {
      return forward == (Long.compareUnsigned(prefix, other) > 0);
    }
    return forward == (source.compareEntry(sorted[index]) > 0);
  }

  @Override
  public void close() {
    for (EntryCursor source : sources) {
      source.close();
    }
    clear();
  }
}
