package dev.malkoha.engine.background;

import dev.malkoha.storage.OwnThreads;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * The threads of background work, of one store or of many: some for flushes, some for compactions,
 * one that applies deletes, one that keeps log segments ready, one that plans what is due. Work of
 * a kind is done in the order in which it was handed in. A thread that has had nothing to do for a
 * while ends.
 */
public final class WorkerPools implements AutoCloseable {

  private final Map<Workers.JobKind, ExecutorService> pools = new EnumMap<>(Workers.JobKind.class);
  private final int compactions;

  /**
   * Creates pools, in which no thread runs yet. All threads are daemons.
   *
   * @param flushes that may run at the same time
   * @param compactions likewise
   */
  public WorkerPools(int flushes, int compactions) {
    this.compactions = compactions;
    pools.put(Workers.JobKind.PLANNING, pool("planning", 1));
    pools.put(Workers.JobKind.FLUSH, pool("flush", flushes));
    pools.put(Workers.JobKind.COMPACTION, pool("compaction", compactions));
    pools.put(Workers.JobKind.DELETES, pool("deletes", 1));
    pools.put(Workers.JobKind.LOG, pool("log", 1));
  }

  private static ExecutorService pool(String what, int threads) {
    return new OwnThreads("malkoha-" + what, threads);
  }

  /** How many compactions may run at the same time. */
  int compactions() {
    return compactions;
  }

  /** Where work of a kind is handed in; what comes after {@link #close} is dropped. */
  Executor on(Workers.JobKind kind) {
    return Objects.requireNonNull(pools.get(kind));
  }

  /** Takes no more work. What runs goes on, and the threads end soon after it. */
  @Override
  public void close() {
    pools.values().forEach(ExecutorService::shutdown);
  }
}
