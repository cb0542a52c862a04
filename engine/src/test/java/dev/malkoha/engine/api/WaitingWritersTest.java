package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers that wait for a flush which is held up: nothing of theirs is lost or confused. */
@Timeout(60)
class WaitingWritersTest {

  private static final int WRITERS = 4;
  private static final int WRITES = 40;
  private static final int VALUE_BYTES = 1000;

  private final HeldDisk disk = new HeldDisk(new SimulatedDisk());
  private final DbOptions options =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).backgroundThreads(1).build();

  @Test
  void keepTheirWritesApart() throws Exception {
    try (Db db = Stores.open(disk, options, Workers.threads(1))) {
      disk.hold(Work.FLUSH);
      List<FutureTask<Void>> writers = startUntilAllWait(db);
      disk.release(Work.FLUSH);
      for (FutureTask<Void> writer : writers) {
        writer.get();
      }
      for (int writer = 0; writer < WRITERS; writer++) {
        for (int write = 0; write < WRITES; write++) {
          assertArrayEquals(value(writer, write), db.get(key(writer, write)));
        }
      }
    }
  }

  @Test
  void areToldThatTheStoreCloses() throws Exception {
    Db db = Stores.open(disk, options, Workers.threads(1));
    disk.hold(Work.FLUSH);
    List<FutureTask<Void>> writers = startUntilAllWait(db);
    Thread closer = new Thread(db::close);
    closer.start();
    for (FutureTask<Void> writer : writers) {
      Throwable cause = assertThrows(ExecutionException.class, writer::get).getCause();
      assertTrue(cause instanceof IllegalStateException, cause.toString());
    }
    disk.release(Work.FLUSH);
    closer.join();
  }

  @Test
  void doNotHoldUpReaders() throws Exception {
    try (Db db = Stores.open(disk, options, Workers.threads(1))) {
      disk.hold(Work.FLUSH);
      List<FutureTask<Void>> writers = startUntilAllWait(db);
      assertArrayEquals(value(0, 0), db.get(key(0, 0)));
      try (var cursor = db.scan(KeyRange.all())) {
        assertTrue(cursor.next());
      }
      disk.release(Work.FLUSH);
      for (FutureTask<Void> writer : writers) {
        writer.get();
      }
    }
  }

  private static List<FutureTask<Void>> startUntilAllWait(Db db) {
    List<FutureTask<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      FutureTask<Void> task = new FutureTask<>(() -> write(db, writer), null);
      Thread thread = new Thread(task);
      thread.start();
      tasks.add(task);
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    return tasks;
  }

  private static void write(Db db, int writer) {
    for (int write = 0; write < WRITES; write++) {
      db.put(key(writer, write), value(writer, write));
    }
  }

  private static byte[] key(int writer, int write) {
    return Bytes.of(writer + "/" + write).array();
  }

  private static byte[] value(int writer, int write) {
    return Bytes.numbered(writer * WRITES + write, VALUE_BYTES).array();
  }
}
