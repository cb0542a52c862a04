package dev.malkoha.storage.sim;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A second thread that only goes on when it is told to, from one of its pauses to the next: what
 * two threads do to one directory comes in the order that the test chooses, the same every time.
 */
public final class Lockstep {

  /** What the second thread does. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  private final Semaphore go = new Semaphore(0);
  private final Semaphore paused = new Semaphore(0);
  private boolean done; // handed over by the semaphores, as all else is
  private @Nullable Throwable failure;

  /** Starts nothing yet: the first step does. */
  public Lockstep(Body body) {
    Thread.ofVirtual().start(() -> run(body));
  }

  private void run(Body body) {
    go.acquireUninterruptibly();
    try {
      body.run();
    } catch (Throwable e) {
      failure = e;
    } finally {
      done = true;
      paused.release();
    }
  }

  /** Waits for the next step; called by the second thread. */
  public void pause() {
    paused.release();
    go.acquireUninterruptibly();
  }

  /** Lets the second thread go on to its next pause, or its end. */
  public void step() {
    if (!done) {
      go.release();
      paused.acquireUninterruptibly();
      if (failure != null) {
        throw new AssertionError("the writer failed", failure);
      }
    }
  }

  /** Whether the second thread has come to its end. */
  public boolean isDone() {
    return done;
  }
}
