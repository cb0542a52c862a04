package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * RocksDB's get of several keys by one call. The thread's memory holds for each key its address and
 * length; then for each the address of its value; then of its error; then the keys.
 */
final class RocksCManyGets {

  private static final MethodHandle GET_ALL =
      function(
          "rocksdb_batched_multi_get_cf_slice",
          FunctionDescriptor.ofVoid(
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_LONG,
              JAVA_BOOLEAN));

  private static final long SLICE = 16;
  private static final long POINTER = 8;

  private final RocksCMemory memory = RocksCMemory.here();
  private final int count;
  private final long values;
  private final long errors;
  private final MemorySegment room;

  private RocksCManyGets(List<byte[]> keys) {
    count = keys.size();
    values = count * SLICE;
    errors = values + count * POINTER;
    long at = errors + count * POINTER;
    room = memory.room(at + keys.stream().mapToLong(key -> key.length).sum());
    for (int i = 0; i < count; i++) {
      byte[] key = keys.get(i);
      room.set(JAVA_LONG, i * SLICE, room.address() + at);
      room.set(JAVA_LONG, i * SLICE + POINTER, key.length);
      MemorySegment.copy(key, 0, room, JAVA_BYTE, at, key.length);
      at += key.length;
    }
  }

  /**
   * The values of keys in any order, null for absent ones.
   *
   * @param family RocksDB's object for the column family
   */
  static List<byte @Nullable []> get(long db, long reads, long family, List<byte[]> keys) {
    return new RocksCManyGets(keys).get(db, reads, family);
  }

  private List<byte @Nullable []> get(long db, long reads, long family) {
    long start = room.address();
    try {
      GET_ALL.invokeExact(
          db, reads, family, (long) count, start, start + values, start + errors, false);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    List<byte @Nullable []> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      found.add(taken(i));
    }
    check();
    return found;
  }

  private byte @Nullable [] taken(int number) {
    long slice = room.get(JAVA_LONG, values + number * POINTER);
    try (RocksCPinned value = new RocksCPinned(slice)) {
      return value.isAbsent() ? null : value.bytes(memory);
    }
  }

  /** Throws the last error, if there is any; all are freed. */
  private void check() {
    String message = null;
    for (int i = 0; i < count; i++) {
      long error = room.get(JAVA_LONG, errors + i * POINTER);
      message = error == 0 ? message : RocksCLibrary.taken(error);
    }
    if (message != null) {
      throw RocksCMemory.failed("multiget", message);
    }
  }
}
