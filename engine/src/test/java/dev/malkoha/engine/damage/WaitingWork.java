package dev.malkoha.engine.damage;

import dev.malkoha.engine.background.Workers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Background work of any kind that waits until it is let go, and then runs on the thread that hands
 * it in: so a store can be looked at just as its opening left it.
 */
final class WaitingWork implements Executor {

  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean waits = true;

  Workers workers() {
    return Workers.of(this, this, this, Workers.Ticker.NEVER);
  }

  @Override
  public void execute(Runnable work) {
    if (waits) {
      waiting.add(work);
    } else {
      work.run();
    }
  }

  void letGo() {
    waits = false;
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }
}
