package dev.malkoha.bench.memory;

import java.util.List;
import java.util.Locale;

/**
 * A long run of writes and reads on stores that share one process of limited memory.
 *
 * @param limit bytes that the process may use, page cache included
 * @param heap of Java
 * @param stores how many; several share their cache and their memtables
 * @param cache of blocks, for all stores
 * @param memTables of all stores
 * @param entries keys that a store may have
 * @param threads that write and read
 * @param seconds how long
 * @param directory an empty directory for the stores
 */
public record SoakPlan(
    long limit,
    long heap,
    int stores,
    long cache,
    long memTables,
    int entries,
    int threads,
    int seconds,
    long seed,
    String directory) {

  private static final int MEMTABLES = 3;

  /** Checks what is given. */
  public SoakPlan {
    MemoryPlan.requireRoom(limit);
    if (stores < 1 || entries < 1 || threads < 1 || seconds < 1) {
      throw new IllegalArgumentException(
          "stores, keys, threads and minutes of a long run must be 1 or more");
    }
  }

  /**
   * A plan of the usual shares: half of the limit is the heap, a quarter of that the cache, and a
   * quarter the memtables.
   */
  public static SoakPlan of(
      long limit, int stores, int entries, int threads, int seconds, long seed, String directory) {
    long heap = limit / 2;
    return new SoakPlan(
        limit, heap, stores, heap / 4, heap / 4, entries, threads, seconds, seed, directory);
  }

  /** Bytes of one memtable of a store by itself, which has up to three. */
  long memTable() {
    return memTables / MEMTABLES;
  }

  /** The options of Java. */
  List<String> java() {
    return LimitedJava.options(heap);
  }

  /** In words. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%d stores of %,d keys, limit %s, %s, cache %s, memtables %s, %d threads, %d s, seed %d",
        stores,
        entries,
        ByteSize.mebibytes(limit),
        String.join(" ", java()),
        ByteSize.mebibytes(cache),
        ByteSize.mebibytes(memTables),
        threads,
        seconds,
        seed);
  }
}
