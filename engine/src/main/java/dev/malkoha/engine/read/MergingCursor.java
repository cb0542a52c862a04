package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.sstable.EntryCursor;

/**
 * A cursor over the union of several sources, in order.
 *
 * <p>The sources that still have entries are kept sorted by their current one, with its key's first
 * eight bytes beside it. After a step the moved source is compared with the runner-up alone: where
 * it wins again, which is the common case, that one comparison is all.
 *
 * <p>A seek decides on the direction: {@link #seek} and {@link #seekToFirst} that there are only
 * moves forward until the next one, the others that there are only moves backward.
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

  /** A move of a source. */
  interface Seek {
    void of(EntryCursor source) throws IOException;
  }

  /** Seeks with all sources, for moves in one direction. */
  private void seekAll(boolean isForward, Seek seek) throws IOException {
    forward = isForward;
    clear();
    for (EntryCursor source : sources) {
      seek.of(source);
      if (source.valid()) {
        System.arraycopy(sorted, 0, sorted, 1, live);
        System.arraycopy(prefixes, 0, prefixes, 1, live);
        live++;
        sortIn(source, 0);
      }
    }
    show();
  }

  @Override
  public void seekToFirst() throws IOException {
    seekAll(true, EntryCursor::seekToFirst);
  }

  @Override
  public void seekToLast() throws IOException {
    seekAll(false, EntryCursor::seekToLast);
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) throws IOException {
    bringNear(key, offset, length, tag);
    seekAll(true, source -> source.seek(key, offset, length, tag));
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length) throws IOException {
    bringNear(key, offset, length, -1L);
    seekAll(false, source -> source.seekBefore(key, offset, length));
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
    assert forward : "moves forward after a seek backward";
    EntryCursor moved = sorted[0];
    invalidate();
    moved.next();
    sortIn(moved, 0);
    show();
  }

  @Override
  public void prev() throws IOException {
    assert !forward : "moves backward after a seek forward";
    EntryCursor moved = sorted[0];
    invalidate();
    moved.prev();
    sortIn(moved, 0);
    show();
  }

  /** First the others: where the best one stands is not looked at any more, but for its place. */
  @Override
  public void nextKey() throws IOException {
    assert forward : "moves forward after a seek backward";
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
