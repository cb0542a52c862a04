package dev.malkoha.engine.damage;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What each thread is at, and since when: so that a hang can be told, and where. */
final class Watch {

  private static final long HANG_NANOS = 60_000_000_000L;

  private record Doing(String what, long since) {}

  private final Map<Thread, Doing> threads = new ConcurrentHashMap<>();

  void begin(String what) {
    threads.put(Thread.currentThread(), new Doing(what, System.nanoTime()));
  }

  void end() {
    threads.remove(Thread.currentThread());
  }

  /** Fails if a thread has been at one thing for a minute. */
  void check() {
    threads.forEach(
        (thread, doing) -> {
          if (System.nanoTime() - doing.since() > HANG_NANOS) {
            String where = Arrays.toString(thread.getStackTrace());
            throw new AssertionError("it hangs: replay with " + doing.what() + "\n" + where);
          }
        });
  }
}
