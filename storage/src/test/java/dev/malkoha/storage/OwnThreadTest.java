package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OwnThreadTest {

  /** Each waits for the other: one after the other they would never end. */
  @Test
  void bothAreDoneAtTheSameTime() throws IOException {
    CountDownLatch here = new CountDownLatch(1);
    CountDownLatch beside = new CountDownLatch(1);
    OwnThread.both(() -> meet(here, beside), () -> meet(beside, here));
    assertEquals(0, here.getCount() + beside.getCount());
  }

  private static boolean meet(CountDownLatch mine, CountDownLatch other) {
    mine.countDown();
    try {
      other.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return true;
  }

  @Test
  void theOtherOneIsWaitedForWhereOneFails() {
    CountDownLatch failing = new CountDownLatch(1);
    AtomicBoolean done = new AtomicBoolean();
    IOException failure = new IOException("here");
    OwnThread.Action<Boolean> here =
        () -> {
          failing.countDown();
          throw failure;
        };
    OwnThread.Action<Boolean> beside =
        () -> {
          meet(failing, failing);
          done.set(true);
          return true;
        };
    assertSame(failure, assertThrows(IOException.class, () -> OwnThread.both(here, beside)));
    assertTrue(done.get());
  }

  @Test
  void theFailuresOfBothAreToldOf() {
    IOException here = new IOException("here");
    IOException beside = new IOException("beside");
    IOException thrown =
        assertThrows(
            IOException.class, () -> OwnThread.both(() -> failing(here), () -> failing(beside)));
    assertSame(here, thrown);
    assertArrayEquals(new Throwable[] {beside}, thrown.getSuppressed());
  }

  private static boolean failing(IOException failure) throws IOException {
    throw failure;
  }
}
