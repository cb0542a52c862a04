package dev.malkoha.engine.observe;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The lines of all stores of the process, which a thread of its own hands to the system's logger in
 * order: a handler may wait, or use the store, while the caller has work to end or holds a lock.
 *
 * <p>Any thread, under any lock. No method throws anything.
 */
public final class StoreLog {

  /** The logger's name, by which users choose what they want to see. */
  static final String NAME = "dev.malkoha.engine";

  private static final System.Logger LOGGER = System.getLogger(NAME);
  private static final Delivery LINES =
      new Delivery(
          "malkoha-log",
          lost -> LOGGER.log(Level.WARNING, "the log is slow; " + lost + " lines are missing"));

  private StoreLog() {}

  /** Tells what users should know. */
  public static void warn(String line, @Nullable Throwable cause) {
    tell(Level.WARNING, line, cause);
  }

  /** Tells what is good to know. */
  public static void info(String line) {
    tell(Level.INFO, line, null);
  }

  /** Tells what only those who look for something want to know. */
  public static void debug(String line, @Nullable Throwable cause) {
    tell(Level.DEBUG, line, cause);
  }

  /** Tells something at a level. */
  static void tell(Level level, String line, @Nullable Throwable cause) {
    try {
      if (isTold(level)) {
        LINES.enqueue(() -> LOGGER.log(level, line, cause));
      }
    } catch (RuntimeException | Error e) {
      // there is nobody left to tell; what happened has happened
    }
  }

  /** Returns whether anybody keeps lines of a level. */
  static boolean isTold(Level level) {
    return LOGGER.isLoggable(level);
  }

  /** Waits until all lines so far are told, but for a time at most. */
  public static void await() {
    LINES.await();
  }
}
