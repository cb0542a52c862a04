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

  private static final long MOST_CPU_NANOS = 1_000_000_000L;

  private long nanos;
  private long cpuNanos;
  private long bytes;

  <T> T measure(Supplier<T> work) {
    long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    long cpuBefore = THREADS.getCurrentThreadCpuTime();
    long before = System.nanoTime();
    try {
      return work.get();
    } finally {
      cpuNanos = Math.max(cpuNanos, THREADS.getCurrentThreadCpuTime() - cpuBefore);
      nanos = Math.max(nanos, System.nanoTime() - before);
      bytes = Math.max(bytes, THREADS.getCurrentThreadAllocatedBytes() - bytesBefore);
    }
  }

  void requireLittleMemory(long inputBytes) {
    if (bytes > INPUTS * inputBytes + MORE_BYTES) {
      throw new ForbiddenOutcome(Outcome.LARGE, bytes + " bytes to open " + inputBytes);
    }
  }

  /** Throws unless each took a second of the processor at most, and so much memory. */
  void requireWithin(long mostBytes) {
    if (bytes > mostBytes || cpuNanos > MOST_CPU_NANOS) {
      throw new ForbiddenOutcome(
          Outcome.LARGE, bytes + " bytes and " + cpuNanos / 1_000_000 + " ms");
    }
  }

  long nanos() {
    return nanos;
  }

  long bytes() {
    return bytes;
  }
}
