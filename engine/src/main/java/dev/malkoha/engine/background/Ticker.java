package dev.malkoha.engine.background;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.OwnThread;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timer of one store: it has work done now and then, or after a while. */
public interface Ticker {

  /** A timer that never has anything done. */
  Ticker NEVER = new Ticker() {};

  /** Has something short done at this interval, until the end. */
  default void everySeconds(int seconds, Runnable work) {}

  /** Has something short done once; returns whether it will be. */
  default boolean after(long millis, Runnable work) {
    return false;
  }

  /** Has nothing done regularly any more. */
  default void stop() {}

  /**
   * A timer by the machine's clock. One thread of the process serves all stores; it does no work
   * itself, and runs only while a store wants ticks.
   */
  final class OfProcess implements Ticker {

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
      Runnable told = () -> tell(work);
      regular.add(CLOCK.scheduleWithFixedDelay(told, seconds, seconds, TimeUnit.SECONDS));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it comes once, and after the end to no effect
    public boolean after(long millis, Runnable work) {
      CLOCK.schedule(() -> tell(work), millis, TimeUnit.MILLISECONDS);
      return true;
    }

    /** A failure must not keep others from being told, nor this one from the next time. */
    private static void tell(Runnable work) {
      try {
        work.run();
      } catch (RuntimeException | Error e) {
        StoreLog.warn("no background work could be handed on", e);
      }
    }

    @Override
    public void stop() {
      regular.forEach(told -> told.cancel(false));
    }
  }
}
