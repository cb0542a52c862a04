package dev.malkoha.engine.store;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has a worker plan background work for those who must not wait: planning takes locks that are held
 * while a manifest is forced. Whoever asks while planning has not begun shares it with those who
 * asked before. Any thread; asking takes no lock.
 */
final class Planner {

  private final Executor worker;
  private final Runnable planning;
  private final Runnable whenDone;
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * Creates a planner.
   *
   * @param whenDone is told each time that nobody is left who has asked
   */
  Planner(Executor worker, Runnable planning, Runnable whenDone) {
    this.worker = worker;
    this.planning = planning;
    this.whenDone = whenDone;
  }

  /** Asks. What made the caller ask is seen by the planning that follows. */
  void ask() {
    if (asked.getAndIncrement() == 0) {
      worker.execute(this::plan);
    }
  }

  /** Whether somebody has asked and has not been served yet. */
  boolean isAsked() {
    return asked.get() != 0;
  }

  private void plan() {
    int served;
    do {
      served = asked.get();
      planning.run();
    } while (asked.addAndGet(-served) != 0);
    whenDone.run();
  }
}
