package dev.malkoha.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What reading stored bytes may cost, whatever they are: a second of the processor, and memory of
 * four times the bytes and 16 MiB.
 */
public final class Limits {

  private static final long NANOS = 1_000_000_000L;
  private static final long FACTOR = 4;
  private static final long SLACK = 16 << 20;
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Limits() {}

  /** Something that reads bytes; it can be done twice. */
  @FunctionalInterface
  public interface Reading {

    /** Reads them. */
    void run() throws Exception;
  }

  /**
   * Whether the reading succeeds. What it throws must be a refusal, and it must keep to the limits:
   * if it does not, it is done again, since the first time classes are loaded.
   *
   * @param bytes that are read
   * @param refusal what the reader's contract says it throws for bytes that make no sense
   */
  public static boolean keeps(int bytes, Class<? extends Exception> refusal, Reading reading)
      throws Exception {
    Cost cost = measure(refusal, reading);
    if (!cost.fits(bytes)) {
      cost = measure(refusal, reading);
      if (!cost.fits(bytes)) {
        throw new AssertionError("reading " + bytes + " bytes took " + cost);
      }
    }
    return cost.succeeded;
  }

  private static Cost measure(Class<? extends Exception> refusal, Reading reading)
      throws Exception {
    long allocated = THREAD.getCurrentThreadAllocatedBytes();
    long nanos = THREAD.getCurrentThreadCpuTime();
    boolean succeeded = succeeds(refusal, reading);
    return new Cost(
        succeeded,
        THREAD.getCurrentThreadCpuTime() - nanos,
        THREAD.getCurrentThreadAllocatedBytes() - allocated);
  }

  /** Whether the reading ends without a refusal; throws what is none. */
  private static boolean succeeds(Class<? extends Exception> refusal, Reading reading)
      throws Exception {
    try {
      reading.run();
      return true;
    } catch (Exception e) {
      if (!refusal.isInstance(e)) {
        throw e;
      }
      return false;
    }
  }

  private record Cost(boolean succeeded, long nanos, long allocated) {

    boolean fits(long bytes) {
      return nanos <= NANOS && allocated <= FACTOR * bytes + SLACK;
    }
  }
}
