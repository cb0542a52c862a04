package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The slots that no segment lives in: free ones to be used again, and those to be deleted.
 *
 * <p>A new slot is allocated and its name forced before anyone sees it, so a segment never lives in
 * a file whose name a power cut could take away. A failed allocation leaves everything as it was.
 */
final class SlotPool implements Closeable {

  private final Directory directory;
  private final LogOptions options;
  private final Seal seal;

  /** Held while files are made and deleted; whoever needs a slot and finds none waits here. */
  private final ReentrantLock files = new ReentrantLock();

  /** Guards the queues; held for moments only. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Slot> free = new ArrayDeque<>();
  private final ArrayDeque<Slot> surplus = new ArrayDeque<>();

  private long nextNumber; // guarded by files

  SlotPool(Directory directory, LogOptions options, Seal seal, long nextNumber) {
    this.directory = directory;
    this.options = options;
    this.seal = seal;
    this.nextNumber = nextNumber;
  }

  /** Gives a mapped slot with room for a record of this size, allocating only if none is free. */
  Slot take(long recordBytes) throws IOException {
    long bytes = LogFormat.segmentBytes(recordBytes);
    Slot slot = bytes <= options.segmentBytes() ? poll() : null;
    return slot != null ? mapped(slot) : allocate(Math.max(bytes, options.segmentBytes()));
  }

  private Slot allocate(long bytes) throws IOException {
    files.lock();
    try {
      seal.check();
      Slot spare = bytes == options.segmentBytes() ? poll() : null; // one made while we waited
      if (spare != null) {
        return mapped(spare);
      }
      deleteSurplus();
      return create(bytes);
    } finally {
      files.unlock();
    }
  }

  /** Sees to it that a mapped slot is ready, and that surplus files are gone. */
  void prepare() throws IOException {
    files.lock();
    try {
      seal.check();
      deleteSurplus();
      Slot slot = poll();
      offer(slot != null ? mapped(slot) : create(options.segmentBytes()));
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

  /** Takes back a slot whose segment is no longer needed. */
  void retire(Slot slot) {
    lock.lock();
    try {
      boolean keep = slot.size() == options.segmentBytes() && free.size() < options.freeSegments();
      (keep ? free : surplus).addFirst(slot);
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
      offer(slot);
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

  private void offer(Slot slot) {
    lock.lock();
    try {
      free.addFirst(slot);
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
