package dev.malkoha.engine.background;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.OwnThread;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The clock of one store. One thread of the process tells all of them the time; it does no work
 * itself, and runs only while a store wants ticks.
 */
final class ProcessTicker implements Workers.Ticker {

  private static final int IDLE_SECONDS = 2;
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Queue<Future<?>> regular = new ConcurrentLinkedQueue<>();

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(1, OwnThread.factory("malkoha-ticks"));
    clock.setRemoveOnCancelPolicy(true);
    clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    clock.allowCoreThreadTimeOut(true);
    return clock;
  }

  @Override
  public void everySeconds(int seconds, Runnable work) {
    regular.add(CLOCK.scheduleWithFixedDelay(() -> tell(work), seconds, seconds, TimeUnit.SECONDS));
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it comes once, and after the end to no effect
  public boolean after(long millis, Runnable work) {
    CLOCK.schedule(() -> tell(work), millis, TimeUnit.MILLISECONDS);
    return true;
  }

  /** One who fails must not keep the others from being told, nor itself from the next time. */
  private static void tell(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      StoreLog.warn("no background work could be handed on", e);
    }
  }

  /** Tells nothing regularly any more. */
  void stop() {
    regular.forEach(told -> told.cancel(false));
  }
}
