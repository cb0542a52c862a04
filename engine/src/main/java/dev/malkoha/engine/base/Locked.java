package dev.malkoha.engine.base;

import java.util.concurrent.locks.Lock;

/** A lock that is held until this is closed, by the thread that took it. */
public record Locked(Lock lock) implements AutoCloseable {

  /** Takes a lock. */
  public static Locked by(Lock lock) {
    lock.lock();
    return new Locked(lock);
  }

  @Override
  public void close() {
    lock.unlock();
  }
}
