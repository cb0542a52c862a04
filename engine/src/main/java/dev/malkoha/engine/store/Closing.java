package dev.malkoha.engine.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/** The end of a store: carried out by the first who asks for it, waited for by the others. */
final class Closing {

  private final ReentrantLock lock = new ReentrantLock();
  private boolean begun;

  /** Returns when all is closed, whoever did it. A failure is told to the one who did. */
  void run(Closeable end) throws IOException {
    lock.lock();
    try {
      if (!begun) {
        begun = true;
        end.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
