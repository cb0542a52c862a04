package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The view that RocksDB shows to reads with certain options; both belong to somebody else. */
final class RocksCView implements View, InPlace {

  private static final MethodHandle GET_INTO =
      function(
          "rocksdb_get_into_buffer",
          FunctionDescriptor.of(
              JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private final long db;
  private final long reads;

  /** Once a value was too long for the thread's memory, none is copied there in vain. */
  private volatile boolean longValues;

  RocksCView(long db, long reads) {
    this.db = db;
    this.reads = reads;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    RocksCMemory memory = RocksCMemory.here();
    if (!longValues) {
      long length = read(memory, key);
      if (length <= RocksCMemory.ANSWER_BYTES) {
        return length < 0 ? null : RocksCLibrary.bytes(memory.answer(), length);
      }
      longValues = true;
    }
    try (RocksCPinned value = RocksCPinned.get(memory, db, reads, key)) {
      return value.isAbsent() ? null : value.bytes(memory);
    }
  }

  int get(byte[] key, byte[] into) {
    RocksCMemory memory = RocksCMemory.here();
    if (!longValues) {
      long length = read(memory, key);
      if (length <= RocksCMemory.ANSWER_BYTES) {
        RocksCLibrary.copy(memory.answer(), into, (int) Math.max(0, length));
        return (int) length;
      }
      longValues = true;
    }
    try (RocksCPinned value = RocksCPinned.get(memory, db, reads, key)) {
      return value.isAbsent() ? -1 : value.copy(memory, into);
    }
  }

  /** Has a value copied to the thread's memory, if it fits; returns its length, or -1. */
  private long read(RocksCMemory memory, byte[] key) {
    try {
      byte _ =
          (byte)
              GET_INTO.invokeExact(
                  db,
                  reads,
                  memory.key(key),
                  (long) key.length,
                  memory.answer(),
                  RocksCMemory.ANSWER_BYTES,
                  memory.lengthSlot(),
                  memory.foundSlot(),
                  memory.errorSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
    memory.check("get");
    return memory.found() ? memory.length() : -1;
  }

  @Override
  public int firstByte(byte[] key) {
    RocksCMemory memory = RocksCMemory.here();
    try (RocksCPinned value = RocksCPinned.get(memory, db, reads, key)) {
      return value.isAbsent() ? -1 : RocksCLibrary.firstByte(value.address(memory));
    }
  }

  @Override
  public void scan(Sink sink) {
    try (RocksCCursor cursor = cursor()) {
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        sink.entry(cursor.keyStart(), cursor.firstByte());
      }
    }
  }

  @Override
  public RocksCCursor cursor() {
    return RocksCCursor.open(db, reads);
  }
}
