package dev.malkoha.storage.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The bytes of one simulated file, current and durable.
 *
 * <p>Which sectors are unsynced is not recorded but found by comparison: writes through a mapping
 * cannot be seen. Guarded by the disk's monitor, but for the mapped bytes themselves.
 */
final class Inode {

  static final int SECTOR_BYTES = 512;

  final long id;
  private MemorySegment current = bytes(0);
  private long size;
  private MemorySegment durable = bytes(0);
  private long durableSize;
  private boolean mapped;

  /**
   * Content of sectors that a failed force gave up; kept until they are written, with other bytes
   * or by a call.
   */
  private final Map<Integer, byte[]> givenUp = new HashMap<>();

  Inode(long id) {
    this.id = id;
  }

  /** Memory aligned for 8-byte access. */
  private static MemorySegment bytes(long capacity) {
    return MemorySegment.ofArray(
        new long[Math.toIntExact((capacity + Long.BYTES - 1) / Long.BYTES)]);
  }

  long size() {
    return size;
  }

  long durableSize() {
    return durableSize;
  }

  /** The current bytes themselves. From now on the file cannot grow. */
  MemorySegment map() {
    mapped = true;
    return current.asSlice(0, size);
  }

  /** Mappings made so far lose the file: later writes to their memory are not seen. */
  void leaveMemory() {
    current = copy(current);
  }

  /** The first so many of the current bytes, to be read only. */
  MemorySegment memory(long length) {
    return current.asSlice(0, length).asReadOnly();
  }

  void append(byte[] from, int offset, int length) {
    long start = size;
    grow(start + length);
    MemorySegment.copy(from, offset, current, ValueLayout.JAVA_BYTE, start, length);
  }

  /** Makes the file longer by zero bytes. */
  void grow(long newSize) {
    if (mapped && newSize != size) {
      throw new IllegalStateException("a mapped file cannot grow");
    }
    current = withCapacity(current, newSize);
    size = newSize;
  }

  private static MemorySegment withCapacity(MemorySegment memory, long capacity) {
    if (capacity <= memory.byteSize()) {
      return memory;
    }
    MemorySegment larger = bytes(Math.max(capacity, 2 * memory.byteSize()));
    MemorySegment.copy(memory, 0, larger, 0, memory.byteSize());
    return larger;
  }

  /** Gives the file other bytes, all durable; a mapping sees them if the length stays. */
  void replace(byte[] content) {
    if (content.length != size) {
      current = bytes(content.length);
    }
    size = content.length;
    MemorySegment.copy(content, 0, current, ValueLayout.JAVA_BYTE, 0, content.length);
    durable = copy(current);
    durableSize = size;
    givenUp.clear();
  }

  void read(long position, byte[] into, int offset, int length) {
    MemorySegment.copy(current, ValueLayout.JAVA_BYTE, position, into, offset, length);
  }

  /** Makes the length and the sectors that hold the range durable. */
  void force(long offset, long length) {
    durable = withCapacity(durable, size);
    durableSize = size;
    long from = offset / SECTOR_BYTES * SECTOR_BYTES;
    long to = Math.min(size, roundUp(offset + length));
    if (givenUp.isEmpty()) {
      MemorySegment.copy(current, from, durable, from, Math.max(0, to - from));
      return;
    }
    for (int sector : unsynced()) {
      if (start(sector) >= from && start(sector) < to && !isGivenUp(sector)) {
        copySector(sector, durable, size);
      }
    }
  }

  /** A force that failed: each of the range's sectors is durable or given up. */
  void failForce(long offset, long length, SplittableRandom random) {
    long from = offset / SECTOR_BYTES * SECTOR_BYTES;
    long to = Math.min(size, roundUp(offset + length));
    durable = withCapacity(durable, size);
    for (int sector : unsynced()) {
      if (start(sector) >= from && start(sector) < to) {
        if (random.nextBoolean() && !isGivenUp(sector)) {
          copySector(sector, durable, size);
        } else {
          givenUp.put(sector, sector(sector));
        }
      }
    }
  }

  /** A range was written by a call, perhaps with the bytes it had: to the system it is dirty. */
  void written(long offset, long length) {
    givenUp
        .keySet()
        .removeIf(sector -> start(sector) < offset + length && start(sector + 1) > offset);
  }

  /** The system writes some sectors and perhaps the length out of its own accord. */
  void writeBack(SplittableRandom random, double probability) {
    int[] sectors = unsynced();
    if (random.nextDouble() < probability) {
      durableSize = size;
    }
    for (int sector : sectors) {
      if (start(sector) < durableSize && random.nextDouble() < probability && !isGivenUp(sector)) {
        copySector(sector, durable, size);
      }
    }
  }

  private boolean isGivenUp(int sector) {
    byte[] content = givenUp.get(sector);
    if (content == null) {
      return false;
    }
    if (Arrays.equals(content, sector(sector))) {
      return true;
    }
    givenUp.remove(sector);
    return false;
  }

  private byte[] sector(int sector) {
    long start = start(sector);
    int length = (int) Math.min(SECTOR_BYTES, size - start);
    return current.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** The sectors of the current file that would be different after a power cut. */
  int[] unsynced() {
    int[] sectors = new int[8];
    int count = 0;
    long position = 0;
    while (position < size) {
      long difference = mismatch(position);
      if (difference < 0) {
        break;
      }
      if (count == sectors.length) {
        sectors = Arrays.copyOf(sectors, 2 * count);
      }
      sectors[count++] = (int) (difference / SECTOR_BYTES);
      position = roundUp(difference + 1);
    }
    return Arrays.copyOf(sectors, count);
  }

  /**
   * Where current and durable bytes differ at or after a position; what has no durable byte is 0.
   */
  private long mismatch(long position) {
    durable = withCapacity(durable, size);
    long found = MemorySegment.mismatch(current, position, size, durable, position, size);
    return found < 0 ? -1 : position + found;
  }

  /** A file that consists of the durable bytes and of the given sectors of the current ones. */
  Inode survivor(long newSize, int[] kept) {
    Inode survivor = new Inode(id);
    survivor.current = bytes(newSize);
    survivor.size = newSize;
    long shared = Math.min(newSize, durable.byteSize());
    MemorySegment.copy(durable, 0, survivor.current, 0, shared);
    for (int sector : kept) {
      copySector(sector, survivor.current, newSize);
    }
    survivor.durable = copy(survivor.current);
    survivor.durableSize = newSize;
    return survivor;
  }

  private void copySector(int sector, MemorySegment to, long end) {
    long start = start(sector);
    long length = Math.min(SECTOR_BYTES, Math.min(size, end) - start);
    if (length > 0) {
      MemorySegment.copy(current, start, to, start, length);
    }
  }

  /** The same file, with the same bytes durable. */
  Inode fork() {
    Inode fork = new Inode(id);
    fork.current = copy(current);
    fork.size = size;
    fork.durable = copy(durable);
    fork.durableSize = durableSize;
    fork.givenUp.putAll(givenUp);
    return fork;
  }

  private static MemorySegment copy(MemorySegment memory) {
    return MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_LONG));
  }

  byte[] content() {
    return current.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
  }

  private static long start(int sector) {
    return (long) sector * SECTOR_BYTES;
  }

  private static long roundUp(long position) {
    return (position + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
  }
}
