package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.history.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values into the caller's memory: nothing is allocated, and no memory written that must not be.
 */
class GetIntoTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ENTRIES = 2_000;
  private static final int VALUE_BYTES = 100;

  /** Gets until the compiler has seen enough of them, and those that are measured. */
  private static final int WARM_UP = 200_000;

  private static final int MEASURED = 1_000_000;

  private final Db db;
  private final byte[] key = Bytes.of("key0000").array();

  /** On a real disk: blocks are read where they lie in files that are mapped. */
  GetIntoTest(@TempDir Path directory) {
    db = Db.open(directory, DbOptions.builder().blockBytes(1024).build());
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i < ENTRIES; i++) {
      db.put(key(2 * i), Bytes.numbered(i, VALUE_BYTES).array());
    }
    db.flush();
  }

  @AfterEach
  void close() {
    db.close();
  }

  /** The one key, written over. */
  private byte[] key(int number) {
    for (int i = key.length - 1, rest = number; i >= 3; i--, rest /= 10) {
      key[i] = (byte) ('0' + rest % 10);
    }
    return key;
  }

  private double allocatedByOne(ToIntFunction<byte[]> read) {
    long sum = 0;
    for (int i = 0; i < WARM_UP; i++) {
      sum += read.applyAsInt(key(i % (2 * ENTRIES)));
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < MEASURED; i++) {
      sum += read.applyAsInt(key(i % (2 * ENTRIES)));
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(sum > 0, "half of the keys are there");
    return (double) allocated / MEASURED;
  }

  /** Half are hits and half are misses. Less than a byte may be the compiler's own doing. */
  @Test
  void nothingIsAllocated() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(VALUE_BYTES);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(VALUE_BYTES);
      assertEquals(0, allocatedByOne(k -> db.get(k, segment)), 0.5);
    }
    assertEquals(0, allocatedByOne(k -> db.get(k, buffer.clear())), 0.5);
    assertEquals(0, allocatedByOne(k -> db.contains(k) ? 1 : 0), 0.5);
  }

  @Test
  void memoryThatCannotBeWrittenIsRefusedEvenForAbsentKeys() {
    MemorySegment readOnly = MemorySegment.ofArray(new byte[VALUE_BYTES]).asReadOnly();
    ByteBuffer readOnlyBuffer = ByteBuffer.allocate(VALUE_BYTES).asReadOnlyBuffer();
    for (int number : new int[] {0, 1}) {
      assertThrows(IllegalArgumentException.class, () -> db.get(key(number), readOnly));
      assertThrows(ReadOnlyBufferException.class, () -> db.get(key(number), readOnlyBuffer));
    }
  }

  @Test
  void memoryThatHasGoneIsRefusedAndNothingIsHeld() {
    MemorySegment gone;
    try (Arena arena = Arena.ofConfined()) {
      gone = arena.allocate(VALUE_BYTES);
    }
    assertThrows(IllegalStateException.class, () -> db.get(key(0), gone));
    db.put(key(0), new byte[1]);
    db.compact(); // waits for reads that have not ended
    assertEquals(1, db.get(key(0), MemorySegment.ofArray(new byte[0])));
  }
}
