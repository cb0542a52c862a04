package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.SHORT;
import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * A value in RocksDB's own memory, which stays there until it is closed.
 *
 * @param slice RocksDB's object for it; 0 where there is no value
 */
record RocksCPinned(long slice) implements AutoCloseable {

  private static final MethodHandle GET =
      function(
          "rocksdb_get_pinned",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle VALUE =
      function(
          "rocksdb_pinnableslice_value",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG),
          SHORT);
  private static final MethodHandle DESTROY =
      function("rocksdb_pinnableslice_destroy", FunctionDescriptor.ofVoid(JAVA_LONG));

  static RocksCPinned get(RocksCMemory memory, long db, long reads, byte[] key) {
    long slice;
    try {
      slice =
          (long) GET.invokeExact(db, reads, memory.key(key), (long) key.length, memory.errorSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
    memory.check("get");
    return new RocksCPinned(slice);
  }

  boolean isAbsent() {
    return slice == 0;
  }

  /** Where the value is; its length is in the memory then. */
  long address(RocksCMemory memory) {
    try {
      return (long) VALUE.invokeExact(slice, memory.lengthSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  byte[] bytes(RocksCMemory memory) {
    long address = address(memory);
    return RocksCLibrary.bytes(address, memory.length());
  }

  /** Copies the value to the beginning of an array, and returns its length. */
  int copy(RocksCMemory memory, byte[] into) {
    long address = address(memory);
    int length = Math.toIntExact(memory.length());
    RocksCLibrary.copy(address, into, length);
    return length;
  }

  @Override
  public void close() {
    if (slice != 0) {
      try {
        DESTROY.invokeExact(slice);
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
  }
}
