package dev.malkoha.engine.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the stores of this process log of themselves while this is open, from DEBUG on. */
final class LogCapture extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger(StoreLog.NAME);
  private final Level before = logger.getLevel();
  private final List<LogRecord> records = new ArrayList<>();

  LogCapture() {
    StoreLog.await(); // what came before is told to others
    logger.setLevel(Level.FINE);
    logger.addHandler(this);
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    if (logged.getLoggerName().equals(StoreLog.NAME)) {
      records.add(logged);
    }
  }

  /** The lines about one store, in order: other tests may run meanwhile. */
  List<LogRecord> of(Object store) {
    StoreLog.await();
    return all().stream().filter(one -> one.getMessage().startsWith(store + ": ")).toList();
  }

  private synchronized List<LogRecord> all() {
    return List.copyOf(records);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(before);
  }
}
