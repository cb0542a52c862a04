package dev.malkoha.bench.store;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;

/**
 * RocksDB's C API in the library that rocksdbjni brings: the same machine code without JNI.
 *
 * <p>Pointers are longs here, so that a call makes no objects for them.
 */
final class RocksCLibrary {

  /** For functions that neither wait nor call back: the thread may stay "in Java" meanwhile. */
  static final Linker.Option SHORT = Linker.Option.critical(false);

  /** As {@link #SHORT}, and the function reads Java's arrays where they are. */
  static final Linker.Option SHORT_ON_ARRAYS = Linker.Option.critical(true);

  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = loaded();
  private static final MemorySegment ALL = allMemory();

  private RocksCLibrary() {}

  /** Loads the library as the binding does, which unpacks it from its jar. */
  private static SymbolLookup loaded() {
    RocksDB.loadLibrary();
    return SymbolLookup.loaderLookup();
  }

  @SuppressWarnings("restricted")
  private static MemorySegment allMemory() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  /** A function for frequent use; the handle belongs into a static final field. */
  @SuppressWarnings("restricted")
  static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
    MemorySegment at =
        SYMBOLS
            .find(name)
            .orElseThrow(() -> new IllegalStateException("rocksdb-c: no function " + name));
    return LINKER.downcallHandle(at, type, options);
  }

  /** Calls a function that returns nothing, not quickly. Texts become C strings for the call. */
  static void call(String name, Object... arguments) {
    invoke(name, null, arguments);
  }

  /** Calls a function that returns a pointer, not quickly. Texts become C strings for the call. */
  static long make(String name, Object... arguments) {
    return invoke(name, ValueLayout.JAVA_LONG, arguments) instanceof Long made ? made : 0;
  }

  private static @Nullable Object invoke(
      String name, @Nullable MemoryLayout result, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      Object[] plain = Arrays.stream(arguments).map(each -> plain(each, arena)).toArray();
      MemoryLayout[] types =
          Arrays.stream(plain).map(RocksCLibrary::type).toArray(MemoryLayout[]::new);
      FunctionDescriptor type =
          result == null ? FunctionDescriptor.ofVoid(types) : FunctionDescriptor.of(result, types);
      return function(name, type).invokeWithArguments(plain);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static Object plain(Object argument, Arena arena) {
    return argument instanceof String text ? arena.allocateFrom(text).address() : argument;
  }

  private static MemoryLayout type(Object argument) {
    return switch (argument) {
      case Long _ -> ValueLayout.JAVA_LONG;
      case Integer _ -> ValueLayout.JAVA_INT;
      case Boolean _ -> ValueLayout.JAVA_BOOLEAN;
      case Double _ -> ValueLayout.JAVA_DOUBLE;
      default -> throw new IllegalArgumentException("no C type for " + argument.getClass());
    };
  }

  /** The exception to throw where a handle threw: handles declare everything. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
  }

  /** A copy of the library's memory. */
  static byte[] bytes(long address, long length) {
    byte[] bytes = new byte[Math.toIntExact(length)];
    copy(address, bytes, bytes.length);
    return bytes;
  }

  /** Copies the library's memory to the beginning of an array. */
  static void copy(long address, byte[] into, int length) {
    MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, into, 0, length);
  }

  /** One byte of the library's memory, from 0 to 255. */
  static int firstByte(long address) {
    return Byte.toUnsignedInt(ALL.get(ValueLayout.JAVA_BYTE, address));
  }

  /** The eight bytes there, the first as the highest. */
  static long bigEndian(long address) {
    return ALL.get(BIG_ENDIAN, address);
  }

  /** A C string that the library has made and we have to free. */
  static String taken(long address) {
    String text = ALL.getString(address);
    call("rocksdb_free", address);
    return text;
  }
}
