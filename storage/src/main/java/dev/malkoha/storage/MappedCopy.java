package dev.malkoha.storage;

import module java.base;

/**
 * Copies between the heap and mapped memory that report a failed device as {@link IOException}.
 *
 * <p>When a mapping cannot be served (the device failed, the file was cut), the JVM lets the copy
 * finish with arbitrary bytes and raises {@link InternalError} at the thread's next safepoint. In
 * compiled code the copy is inlined and that safepoint can lie far after the caller's {@code
 * catch}: measured on JDK 25, every one of 20 000 failed reads first returned as if it had
 * succeeded. So the copy has to run in a frame of its own, which ends in a safepoint, and nothing
 * may inline it. A method handle that the compiler cannot take for a constant is such a border; it
 * costs 4 ns.
 */
final class MappedCopy {

  private static final MappedCopy INSTANCE = new MappedCopy();

  // Not final, and never to be: a handle in a constant would be inlined.
  private MethodHandle load;
  private MethodHandle store;

  private MappedCopy() {
    MethodType type =
        MethodType.methodType(
            void.class, MemorySegment.class, long.class, byte[].class, int.class, int.class);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      load = lookup.findStatic(MappedCopy.class, "load", type);
      store = lookup.findStatic(MappedCopy.class, "store", type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("own method missing", e);
    }
  }

  /** Fills bytes of the array from the memory. */
  static void read(
      String name, MemorySegment memory, long position, byte[] into, int offset, int length)
      throws IOException {
    try {
      INSTANCE.load.invokeExact(memory, position, into, offset, length);
    } catch (Throwable e) {
      throw failure("read", name, position, length, e);
    }
  }

  /** Fills the memory from bytes of the array. */
  static void write(
      String name, MemorySegment memory, long position, byte[] from, int offset, int length)
      throws IOException {
    try {
      INSTANCE.store.invokeExact(memory, position, from, offset, length);
    } catch (Throwable e) {
      throw failure("write", name, position, length, e);
    }
  }

  @SuppressWarnings("UnusedMethod") // called through its handle
  private static void load(MemorySegment memory, long position, byte[] into, int offset, int n) {
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, position, into, offset, n);
  }

  @SuppressWarnings("UnusedMethod") // called through its handle
  private static void store(MemorySegment memory, long position, byte[] from, int offset, int n) {
    MemorySegment.copy(from, offset, memory, ValueLayout.JAVA_BYTE, position, n);
  }

  static IOException failure(
      String action, String name, long position, long length, Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e && !(cause instanceof InternalError)) {
      throw e;
    }
    String where = length + " bytes at " + position;
    return new IOException(
        name + ": the device failed to " + action + " " + where + ", or the file was cut; check it",
        cause);
  }
}
