package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.SHORT;
import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** A RocksDB iterator as a cursor. Not being at an entry is checked to be an end, not an error. */
final class RocksCCursor implements RocksSeeks {

  private static final FunctionDescriptor MOVE = FunctionDescriptor.ofVoid(JAVA_LONG);
  private static final FunctionDescriptor SEEK =
      FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final FunctionDescriptor BYTES =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final MethodHandle OPEN = function("rocksdb_create_iterator", BYTES);
  private static final MethodHandle CLOSE = function("rocksdb_iter_destroy", MOVE);
  private static final MethodHandle FIRST = function("rocksdb_iter_seek_to_first", MOVE);
  private static final MethodHandle LAST = function("rocksdb_iter_seek_to_last", MOVE);
  private static final MethodHandle NEXT = function("rocksdb_iter_next", MOVE);
  private static final MethodHandle PREV = function("rocksdb_iter_prev", MOVE);
  private static final MethodHandle TO = function("rocksdb_iter_seek", SEEK);
  private static final MethodHandle TO_BEFORE = function("rocksdb_iter_seek_for_prev", SEEK);

  private static final MethodHandle ERROR =
      function("rocksdb_iter_get_error", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));

  /** These only tell what the last move has found, which takes no time. */
  private static final MethodHandle VALID =
      function("rocksdb_iter_valid", FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG), SHORT);

  private static final MethodHandle KEY = function("rocksdb_iter_key", BYTES, SHORT);
  private static final MethodHandle VALUE = function("rocksdb_iter_value", BYTES, SHORT);

  private final RocksCMemory memory = RocksCMemory.here();
  private final long at;

  private RocksCCursor(long at) {
    this.at = at;
  }

  /** A new one over all that reads with these options see, for this thread. */
  static RocksCCursor open(long db, long reads) {
    try {
      return new RocksCCursor((long) OPEN.invokeExact(db, reads));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public boolean first() {
    try {
      FIRST.invokeExact(at);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  @Override
  public boolean last() {
    try {
      LAST.invokeExact(at);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  @Override
  public boolean seek(byte[] key) {
    try {
      TO.invokeExact(at, memory.key(key), (long) key.length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  @Override
  public boolean seekForPrev(byte[] key) {
    try {
      TO_BEFORE.invokeExact(at, memory.key(key), (long) key.length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  @Override
  public boolean next() {
    try {
      NEXT.invokeExact(at);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  @Override
  public boolean prev() {
    try {
      PREV.invokeExact(at);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    return arrived();
  }

  private boolean arrived() {
    try {
      if ((boolean) VALID.invokeExact(at)) {
        return true;
      }
      ERROR.invokeExact(at, memory.errorSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
    memory.check("scan");
    return false;
  }

  @Override
  public byte[] key() {
    long address = keyAddress();
    return RocksCLibrary.bytes(address, memory.length());
  }

  @Override
  public byte[] value() {
    long address = valueAddress();
    return RocksCLibrary.bytes(address, memory.length());
  }

  /** The first eight bytes of a key of at least as many. */
  long keyStart() {
    return RocksCLibrary.bigEndian(keyAddress());
  }

  /** The value's first byte, from 0 to 255. */
  int firstByte() {
    return RocksCLibrary.firstByte(valueAddress());
  }

  private long keyAddress() {
    try {
      return (long) KEY.invokeExact(at, memory.lengthSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private long valueAddress() {
    try {
      return (long) VALUE.invokeExact(at, memory.lengthSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public void close() {
    try {
      CLOSE.invokeExact(at);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }
}
