package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.SHORT_ON_ARRAYS;
import static dev.malkoha.bench.store.RocksCLibrary.call;
import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.make;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** RocksDB's batch: one string in memory, to which a put appends. */
final class RocksCBatch implements Store.Batch {

  private static final MethodHandle PUT =
      function(
          "rocksdb_writebatch_put",
          FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG),
          SHORT_ON_ARRAYS);
  private static final MethodHandle CLEAR =
      function("rocksdb_writebatch_clear", FunctionDescriptor.ofVoid(JAVA_LONG));
  private static final MethodHandle WRITE =
      function(
          "rocksdb_write", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private final long db;
  private final long writes;
  private final long entries = make("rocksdb_writebatch_create");

  RocksCBatch(long db, long writes) {
    this.db = db;
    this.writes = writes;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      PUT.invokeExact(
          entries,
          MemorySegment.ofArray(key),
          (long) key.length,
          MemorySegment.ofArray(value),
          (long) value.length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public void commit() {
    RocksCMemory memory = RocksCMemory.here();
    try {
      WRITE.invokeExact(db, writes, entries, memory.errorSlot());
      memory.check("write");
      CLEAR.invokeExact(entries);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public void close() {
    call("rocksdb_writebatch_destroy", entries);
  }
}
