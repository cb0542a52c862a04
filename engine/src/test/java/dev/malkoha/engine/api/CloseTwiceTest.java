package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that two threads close at the same time: it is closed when either call returns. */
@Timeout(60)
class CloseTwiceTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(64 << 10).build();

  private final HeldDisk disk = new HeldDisk(new SimulatedDisk());
  private final Db db = Stores.open(disk, OPTIONS, Workers.threads(1));

  /** The first one waits for a flush that is held up; neither minds an interrupt. */
  @Test
  void theSecondWaitsForTheFirst() throws Exception {
    disk.hold(Work.FLUSH);
    for (int i = 0; i < 80; i++) {
      db.put(Bytes.of("key" + i).array(), new byte[1000]);
    }
    disk.awaitHeld(Work.FLUSH);
    FutureTask<Boolean> first = close();
    FutureTask<Boolean> second = close();
    assertEquals(false, first.isDone() || second.isDone());
    disk.release(Work.FLUSH);
    assertTrue(first.get(), "the interrupt is lost");
    assertTrue(second.get(), "the interrupt is lost");
  }

  /** Closes the store and opens it again, which only a closed one allows. */
  private FutureTask<Boolean> close() {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              db.close();
              synchronized (this) {
                Stores.open(disk, OPTIONS).close();
              }
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(task);
    thread.start();
    while (!isWaiting(thread) && !task.isDone()) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    return task;
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }
}
