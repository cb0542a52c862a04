package dev.malkoha.engine.damage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * The most that one opening or check of a store takes: time, and memory, of which all is counted
 * that is asked for. Everything runs on the calling thread.
 */
final class Effort {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int INPUTS = 4;
  private static final long MORE_BYTES = 16 << 20;

  private long nanos;
  private long bytes;

  <T> T measure(Supplier<T> work) {
    long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    long before = System.nanoTime();
    try {
      return work.get();
    } finally {
      nanos = Math.max(nanos, System.nanoTime() - before);
      bytes = Math.max(bytes, THREADS.getCurrentThreadAllocatedBytes() - bytesBefore);
    }
  }

  void requireLittleMemory(long inputBytes) {
    if (bytes > INPUTS * inputBytes + MORE_BYTES) {
      throw new Unfit(Outcome.LARGE, bytes + " bytes to open " + inputBytes);
    }
  }

  long nanos() {
    return nanos;
  }

  long bytes() {
    return bytes;
  }
}
