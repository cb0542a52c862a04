package dev.malkoha.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.storage.Directory;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
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
 */
final class SlotPool implements Closeable {

  private final Directory directory;
  private final LogOptions options;
  private final Seal seal;

  /** Held while files are made and deleted; a caller that finds no free slot waits here. */
  private final ReentrantLock files = new ReentrantLock();

  /** Guards the queues; held for moments only. */
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  @GuardedBy("lock")
  private final ArrayDeque<Slot> surplus = new ArrayDeque<>();

  /** The size of the next slot, and of all free ones. */
  @GuardedBy("lock")
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
    files.lock();
    try {
      seal.check();
      Slot spare = pollFor(bytes); // one made while we waited
      if (spare != null) {
        return mapped(spare);
      }
      deleteSurplus();
      Slot slot = create(sizeFor(bytes));
      climbFrom(slot.size());
      return slot;
    } finally {
      files.unlock();
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
    files.lock();
    try {
      seal.check();
      deleteSurplus();
      Slot slot = poll();
      retire(slot != null ? mapped(slot) : create(nextBytes()));
    } finally {
      files.unlock();
    }
  }

  /** Deletes the files of all free slots but one. */
  void trim() throws IOException {
    files.lock();
    try {
      seal.check();
      declareSurplus();
      deleteSurplus();
    } finally {
      files.unlock();
    }
  }

  /**
   * Deletes the files of slots that will not be used again, and takes those that wait for it out of
   * memory, but for one.
   */
  void tidy() throws IOException {
    files.lock();
    try {
      seal.check();
      deleteSurplus();
      for (Slot slot = takeWaiting(); slot != null; slot = takeWaiting()) {
        giveBack(slot);
      }
    } finally {
      files.unlock();
    }
  }

  /** Takes a free slot that is in memory and not the next one; null if there is none. */
  private @Nullable Slot takeWaiting() {
    lock.lock();
    try {
      Slot found = free.stream().skip(1).filter(Slot::isMapped).findFirst().orElse(null);
      free.remove(found);
      return found;
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(Slot waiting) throws IOException {
    try {
      waiting.unmap();
    } finally {
      lock.lock();
      try {
        (isWanted(waiting) ? free : surplus).addLast(waiting);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Whether a slot is of the size that is wanted, and there are not enough. */
  @GuardedBy("lock")
  private boolean isWanted(Slot slot) {
    return slot.size() == nextBytes && free.size() < options.freeSegments();
  }

  /** Takes back a slot whose segment is no longer needed. */
  void retire(Slot slot) {
    lock.lock();
    try {
      if (!keep(slot)) {
        surplus.addFirst(slot);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a slot to be used again, if it is of the size that is wanted and there are not enough.
   */
  boolean keep(Slot slot) {
    lock.lock();
    try {
      boolean keep = isWanted(slot);
      if (keep) {
        free.addFirst(slot);
      }
      return keep;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether none is free and this slot, which is not the pool's, will do as the next one. Then it
   * counts as taken.
   */
  boolean isReplacedBy(Slot slot) {
    lock.lock();
    try {
      boolean fits = free.isEmpty() && slot.size() == nextBytes;
      if (fits) {
        climbFrom(slot.size());
      }
      return fits;
    } finally {
      lock.unlock();
    }
  }

  /** Goes back to the lowest rung; no slot is kept for reuse. */
  void startOver() {
    lock.lock();
    try {
      nextBytes = options.firstBytes();
      surplus.addAll(free);
      free.clear();
    } finally {
      lock.unlock();
    }
  }

  /** A slot of this size was taken. One made to measure for a large record tells nothing. */
  private void climbFrom(long bytes) {
    lock.lock();
    try {
      long next = bytes <= options.segmentBytes() ? options.after(bytes) : nextBytes;
      if (next != nextBytes) {
        nextBytes = next;
        surplus.addAll(free);
        free.clear();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The size of the next slot. */
  long nextBytes() {
    lock.lock();
    try {
      return nextBytes;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return free.isEmpty();
    } finally {
      lock.unlock();
    }
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

  private @Nullable Slot poll() {
    lock.lock();
    try {
      return free.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  /** A free slot with room for a segment of {@code bytes} bytes. */
  private @Nullable Slot pollFor(long bytes) {
    lock.lock();
    try {
      Slot slot = bytes <= nextBytes ? free.pollFirst() : null;
      if (slot != null) {
        climbFrom(slot.size());
      }
      return slot;
    } finally {
      lock.unlock();
    }
  }

  private void declareSurplus() {
    lock.lock();
    try {
      while (free.size() > 1) {
        surplus.addLast(free.removeLast());
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Slot pollSurplus() {
    lock.lock();
    try {
      return surplus.pollFirst();
    } finally {
      lock.unlock();
    }
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
    files.lock();
    try {
      for (Slot slot = poll(); slot != null; slot = poll()) {
        slot.unmap();
      }
      for (Slot slot = pollSurplus(); slot != null; slot = pollSurplus()) {
        slot.unmap(); // its file goes at the next opening
      }
    } finally {
      files.unlock();
    }
  }
}
