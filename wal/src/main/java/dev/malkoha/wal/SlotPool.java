package dev.malkoha.wal;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.storage.Directory;
import org.jspecify.annotations.Nullable;

/**
 * The slots that no segment lives in: free ones to be used again, and those to be deleted.
 *
 * <p>Sizes are a ladder: each slot that is taken has the size of a rung, and the next one is a rung
 * up, until the top is reached. Only slots of the next one's size are worth keeping: so what was
 * used on the way up goes, and at the top all are used again.
 *
 * <p>A new slot is allocated and its name forced before anyone sees it, so a segment never lives in
 * a file whose name a power cut could take away. A failed allocation leaves everything as it was.
 *
 * <p>The monitor guards the queues, and is held for moments only.
 */
final class SlotPool implements Closeable {

  private final Directory directory;
  private final LogOptions options;
  private final Seal seal;

  /** Held while files are made and deleted; a caller that finds no free slot waits here. */
  private final Object files = new Object();

  @GuardedBy("this")
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  @GuardedBy("this")
  private final ArrayDeque<Slot> surplus = new ArrayDeque<>();

  /** The size of the next slot, and of all free ones. */
  @GuardedBy("this")
  private long nextBytes;

  @GuardedBy("files")
  private long nextNumber;

  SlotPool(Directory directory, LogOptions options, Seal seal, long nextNumber) {
    this.directory = directory;
    this.options = options;
    this.seal = seal;
    this.nextNumber = nextNumber;
    this.nextBytes = options.firstBytes();
  }

  /** Gives a mapped slot with room for a record of this size, allocating only if none is free. */
  Slot acquire(long recordBytes) throws IOException {
    long bytes = LogFormat.segmentBytes(recordBytes);
    Slot slot = pollFor(bytes);
    return slot != null ? mapped(slot) : allocate(bytes);
  }

  private Slot allocate(long bytes) throws IOException {
    synchronized (files) {
      seal.check();
      Slot spare = pollFor(bytes); // one made while we waited
      if (spare != null) {
        return mapped(spare);
      }
      deleteSurplus();
      Slot slot = create(sizeFor(bytes));
      climbFrom(slot.size());
      return slot;
    }
  }

  /** The first rung from the next one on that is high enough; above the top as much as needed. */
  private long sizeFor(long bytes) {
    long size = nextBytes();
    while (size < bytes && size < options.segmentBytes()) {
      size = options.after(size);
    }
    return Math.max(size, bytes);
  }

  /** Sees to it that a mapped slot is ready, and that surplus files are gone. */
  void prepare() throws IOException {
    synchronized (files) {
      seal.check();
      deleteSurplus();
      Slot slot = poll();
      retire(slot != null ? mapped(slot) : create(nextBytes()));
    }
  }

  /** Deletes the files of all free slots but one. */
  void trim() throws IOException {
    synchronized (files) {
      seal.check();
      declareSurplus();
      deleteSurplus();
    }
  }

  /**
   * Deletes the files of slots that will not be used again, and takes those that wait for it out of
   * memory, but for one.
   */
  void tidy() throws IOException {
    synchronized (files) {
      seal.check();
      deleteSurplus();
      for (Slot slot = takeWaiting(); slot != null; slot = takeWaiting()) {
        giveBack(slot);
      }
    }
  }

  /** Takes a free slot that is in memory and not the next one; null if there is none. */
  private synchronized @Nullable Slot takeWaiting() {
    Slot found = free.stream().skip(1).filter(Slot::isMapped).findFirst().orElse(null);
    free.remove(found);
    return found;
  }

  private void giveBack(Slot waiting) throws IOException {
    try {
      waiting.unmap();
    } finally {
      synchronized (this) {
        (isWanted(waiting) ? free : surplus).addLast(waiting);
      }
    }
  }

  /** Whether a slot is of the size that is wanted, and there are not enough. */
  @GuardedBy("this")
  private boolean isWanted(Slot slot) {
    return slot.size() == nextBytes && free.size() < options.freeSegments();
  }

  /** Takes back a slot whose segment is no longer needed. */
  synchronized void retire(Slot slot) {
    if (!keep(slot)) {
      surplus.addFirst(slot);
    }
  }

  /**
   * Takes a slot to be used again, if it is of the size that is wanted and there are not enough.
   */
  synchronized boolean keep(Slot slot) {
    boolean keep = isWanted(slot);
    if (keep) {
      free.addFirst(slot);
    }
    return keep;
  }

  /**
   * Whether none is free and this slot, which is not the pool's, will do as the next one. Then it
   * counts as taken.
   */
  synchronized boolean isReplacedBy(Slot slot) {
    boolean fits = free.isEmpty() && slot.size() == nextBytes;
    if (fits) {
      climbFrom(slot.size());
    }
    return fits;
  }

  /** Goes back to the lowest rung; no slot is kept for reuse. */
  synchronized void startOver() {
    nextBytes = options.firstBytes();
    surplus.addAll(free);
    free.clear();
  }

  /** A slot of this size was taken. One made to measure for a large record tells nothing. */
  private synchronized void climbFrom(long bytes) {
    long next = bytes <= options.segmentBytes() ? options.after(bytes) : nextBytes;
    if (next != nextBytes) {
      nextBytes = next;
      surplus.addAll(free);
      free.clear();
    }
  }

  /** The size of the next slot. */
  synchronized long nextBytes() {
    return nextBytes;
  }

  synchronized boolean isEmpty() {
    return free.isEmpty();
  }

  @GuardedBy("files")
  private Slot create(long bytes) throws IOException {
    Slot slot = Slot.allocate(directory, nextNumber++, bytes);
    try {
      directory.force();
    } catch (IOException | RuntimeException | Error e) {
      slot.unmap();
      throw seal.close(e);
    }
    return slot;
  }

  private Slot mapped(Slot slot) throws IOException {
    try {
      slot.map(directory);
      return slot;
    } catch (IOException | RuntimeException | Error e) {
      retire(slot);
      throw e;
    }
  }

  private synchronized @Nullable Slot poll() {
    return free.pollFirst();
  }

  /** A free slot with room for a segment of {@code bytes} bytes. */
  private synchronized @Nullable Slot pollFor(long bytes) {
    Slot slot = bytes <= nextBytes ? free.pollFirst() : null;
    if (slot != null) {
      climbFrom(slot.size());
    }
    return slot;
  }

  private synchronized void declareSurplus() {
    while (free.size() > 1) {
      surplus.addLast(free.removeLast());
    }
  }

  private synchronized @Nullable Slot pollSurplus() {
    return surplus.pollFirst();
  }

  /** A deletion that a power cut undoes brings back a segment that is not needed: harmless. */
  void deleteSurplus() throws IOException {
    for (Slot slot = pollSurplus(); slot != null; slot = pollSurplus()) {
      slot.unmap();
      directory.delete(slot.name());
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (files) {
      for (Slot slot = poll(); slot != null; slot = poll()) {
        slot.unmap();
      }
      for (Slot slot = pollSurplus(); slot != null; slot = pollSurplus()) {
        slot.unmap(); // its file goes at the next opening
      }
    }
  }
}
