package dev.malkoha.engine.damage;

import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Many damages of many stores, one after the other, while another thread watches that none hangs.
 */
final class DamageSweep {

  private static final int THREADS = 1;

  private final long seed;
  private final int most;
  private final IntFunction<LaidOutStore.Layer> layers;
  private final Attempt attempt;
  private final Tally tally = new Tally();
  private final Watch watch = new Watch();
  private final AtomicInteger nextStore = new AtomicInteger();

  /** What is done with each damaged store. */
  interface Attempt {
    Tried on(PristineStore store, Damage damage, LaidOutStore.Layer layer);
  }

  /** What came of it, and what it took. */
  record Tried(Verdict verdict, Effort effort) {}

  /**
   * Prepares a sweep.
   *
   * @param most how many damages, and a few more; a share of them for each shape of stores
   * @param layers where each of the threads lays out its stores
   * @param attempt what to do with each
   */
  DamageSweep(long seed, int most, IntFunction<LaidOutStore.Layer> layers, Attempt attempt) {
    this.seed = seed;
    this.most = most;
    this.layers = layers;
    this.attempt = attempt;
  }

  /** Does them all. */
  Tally run() throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS, DamageSweep::daemon);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        LaidOutStore.Layer layer = layers.apply(i);
        running.add(threads.submit(() -> sweep(layer)));
      }
      for (Future<?> one : running) {
        await(one);
      }
      return tally;
    } finally {
      threads.shutdownNow();
    }
  }

  /** One that hangs must not keep the tests from ending. */
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "damage");
    thread.setDaemon(true);
    return thread;
  }

  private void await(Future<?> work) throws InterruptedException, ExecutionException {
    while (true) {
      try {
        work.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        watch.check();
      }
    }
  }

  private void sweep(LaidOutStore.Layer layer) {
    int share = Math.ceilDiv(most, StoreShape.COUNT);
    while (tally.tried() < most) {
      int number = nextStore.getAndIncrement();
      PristineStore store = store(seed, number);
      for (Damage damage : Damages.sample(Damages.all(store, seed), share, seed + number)) {
        tryOne(store, damage, replay(seed, number, damage), layer);
      }
    }
  }

  private void tryOne(PristineStore store, Damage damage, String replay, LaidOutStore.Layer layer) {
    watch.begin(replay);
    tally.add(damage, attempt.on(store, damage, layer), replay);
    watch.end();
  }

  /** The store of a number, in the sweep of a seed. */
  static PristineStore store(long seed, int number) {
    return StoreGrowth.grow(StoreShape.of(number), seed * StoreShape.COUNT + number);
  }

  private static String replay(long seed, int number, Damage damage) {
    String store = "-Dmalkoha.seed=" + seed + " -Dmalkoha.store=" + number;
    return Trials.replay(DamageSweepTest.class, store + " -Dmalkoha.damage=" + damage)
        .replace("DamageSweepTest", "DamageSweepTest#replaysOneDamage");
  }
}
