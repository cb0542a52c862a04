package dev.malkoha.bench.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A thread's own memory for calls of RocksDB: what goes in, what comes out, used again each time.
 *
 * <p>Calls that may wait for a disk cannot read Java's arrays where they are. The collector would
 * wait for them, and all threads for the collector. So keys and values are copied here before.
 */
final class RocksCMemory {

  /** Values up to here are copied by RocksDB to this memory; longer ones stay where they are. */
  static final long ANSWER_BYTES = 4 << 10;

  private static final ThreadLocal<RocksCMemory> HERE = ThreadLocal.withInitial(RocksCMemory::new);

  private static final long ERROR = 0;
  private static final long LENGTH = 8;
  private static final long FOUND = 16;

  private final MemorySegment slots = Arena.ofAuto().allocate(24, 8);
  private final MemorySegment answer = Arena.ofAuto().allocate(ANSWER_BYTES);
  private MemorySegment key = Arena.ofAuto().allocate(64);
  private MemorySegment room = Arena.ofAuto().allocate(4096, 8);

  private RocksCMemory() {}

  /** That of the thread that asks. */
  static RocksCMemory here() {
    return HERE.get();
  }

  /** Where a copy of a key is until the next one. */
  long key(byte[] bytes) {
    key = holding(key, bytes.length);
    MemorySegment.copy(bytes, 0, key, JAVA_BYTE, 0, bytes.length);
    return key.address();
  }

  /** Where a copy of a value is until the room is used again. */
  long value(byte[] bytes) {
    MemorySegment.copy(bytes, 0, room(bytes.length), JAVA_BYTE, 0, bytes.length);
    return room.address();
  }

  /** Memory of at least a number of bytes, until it is asked for again. */
  MemorySegment room(long bytes) {
    room = holding(room, bytes);
    return room;
  }

  private static MemorySegment holding(MemorySegment memory, long bytes) {
    return memory.byteSize() >= bytes
        ? memory
        : Arena.ofAuto().allocate(2 * Long.highestOneBit(bytes), 8);
  }

  /** Where a value up to {@link #ANSWER_BYTES} is to be put. */
  long answer() {
    return answer.address();
  }

  /** Where a call is to put a length. */
  long lengthSlot() {
    return slots.address() + LENGTH;
  }

  /** Where a call is to put whether it has found something, as one byte. */
  long foundSlot() {
    return slots.address() + FOUND;
  }

  /** Where a call is to put the address of what it says of an error. */
  long errorSlot() {
    return slots.address() + ERROR;
  }

  /** The length that the last call has put. */
  long length() {
    return slots.get(JAVA_LONG, LENGTH);
  }

  /** Whether the last call that says so has found something. */
  boolean found() {
    return slots.get(JAVA_BYTE, FOUND) != 0;
  }

  /** Throws what the last call says of an error, if it says anything, and forgets it. */
  void check(String what) {
    long message = slots.get(JAVA_LONG, ERROR);
    if (message != 0) {
      slots.set(JAVA_LONG, ERROR, 0);
      throw failed(what, RocksCLibrary.taken(message));
    }
  }

  /** The exception where RocksDB says that something failed. */
  static IllegalStateException failed(String what, String message) {
    return new IllegalStateException("rocksdb-c: " + what + " failed: " + message);
  }
}
