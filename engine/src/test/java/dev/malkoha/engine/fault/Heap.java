package dev.malkoha.engine.fault;

import java.util.Arrays;

/**
 * The memory of one run, as the run sees it: it counts what is allocated at each place of the code,
 * and at one of them it is once exhausted.
 *
 * <p>The code tells of its allocations by {@link #allocate}, which {@link HeapLoader} writes into
 * it. A heap is its thread's: all that a run does, it does in one thread.
 */
public final class Heap {

  private static final ThreadLocal<Heap> OF_THREAD = new ThreadLocal<>();

  private final int failingSite;
  private final int failingHit;
  private int[] hits = new int[1024];
  private int failures;

  /**
   * Creates a heap.
   *
   * @param failingSite the place at which an allocation fails; -1 for nowhere
   * @param failingHit which one there, counted from 1
   */
  Heap(int failingSite, int failingHit) {
    this.failingSite = failingSite;
    this.failingHit = failingHit;
  }

  /** Does something with this as its heap. */
  void during(Runnable work) {
    OF_THREAD.set(this);
    try {
      work.run();
    } finally {
      OF_THREAD.remove();
    }
  }

  /** How often something was allocated at a place. */
  int hits(int site) {
    return site < hits.length ? hits[site] : 0;
  }

  /** How many allocations of the thread's run have failed so far. */
  public static int failures() {
    Heap heap = OF_THREAD.get();
    return heap == null ? 0 : heap.failures;
  }

  /** Does something for which there is memory, and which is not counted. */
  public static void aside(Runnable work) {
    Heap heap = OF_THREAD.get();
    OF_THREAD.remove();
    try {
      work.run();
    } finally {
      OF_THREAD.set(heap);
    }
  }

  /** Something is about to be allocated at a place. */
  public static void allocate(int site) {
    Heap heap = OF_THREAD.get();
    if (heap != null) {
      heap.count(site);
    }
  }

  private void count(int site) {
    if (site >= hits.length) {
      hits = Arrays.copyOf(hits, 2 * site);
    }
    hits[site]++;
    if (site == failingSite && hits[site] == failingHit) {
      failures++;
      throw new OutOfMemoryError("Java heap space (simulated)");
    }
  }
}
