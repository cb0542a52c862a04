package dev.malkoha.engine.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The end of a store: carried out by the first who asks for it, waited for by the others. Where a
 * failure ends it, the next who asks goes on with it.
 */
final class Closing {

  private final ReentrantLock lock = new ReentrantLock();
  private boolean done;

  /**
   * Returns when all is closed, whoever did it. A failure is told to the one who did.
   *
   * @param end may be carried out again after a failure, and then goes on where it stopped
   */
  void run(Closeable end) throws IOException {
    lock.lock();
    try {
      if (!done) {
        end.close();
        done = true;
      }
    } finally {
      lock.unlock();
    }
  }
}
