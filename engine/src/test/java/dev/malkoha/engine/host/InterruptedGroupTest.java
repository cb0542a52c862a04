package dev.malkoha.engine.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store in a program whose end is an interrupt of all its threads, again and again. */
@Timeout(120)
final class InterruptedGroupTest {

  private static final int OPENINGS = 4;
  private static final int PUTS = 300;

  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(16 << 10).tableBytes(8 << 10).build();

  /** Whatever the program does meanwhile works, and what was acknowledged is there. */
  @Tag("hunt")
  @Test
  void interruptsOfAllThreadsOfAProgramDoAStoreNoHarm(@TempDir Path directory) throws Exception {
    ThreadGroup program = new ThreadGroup("program");
    List<FutureTask<Integer>> stores = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Path own = directory.resolve("store" + i);
      FutureTask<Integer> store = new FutureTask<>(() -> use(own));
      stores.add(store);
      new Thread(program, store).start();
    }
    while (!stores.stream().allMatch(FutureTask::isDone)) {
      program.interrupt();
    }
    for (FutureTask<Integer> store : stores) {
      assertEquals(OPENINGS * PUTS, store.get());
    }
  }

  private static int use(Path directory) {
    int next = 0;
    for (int opening = 0; opening < OPENINGS; opening++) {
      try (Db db = Db.open(directory, OPTIONS)) {
        for (int end = next + PUTS; next < end; next++) {
          db.withDurability(next % 20 == 0 ? Durability.SYNC : Durability.PROCESS)
              .put(key(next), new byte[200]);
          Thread.interrupted(); // the next one may come anywhere
        }
        db.delete(key(next - 1));
        db.put(key(next - 1), new byte[200]);
        db.flush();
        db.compact();
        assertThreadsAreFree();
        for (int i = 0; i < next; i++) {
          assertArrayEquals(new byte[200], db.get(key(i)));
        }
      }
    }
    return next;
  }

  /** The threads of all stores of this process, of which this one has some at the moment. */
  private static void assertThreadsAreFree() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      if (thread.getName().startsWith("malkoha-") && group != null) { // not ended
        assertNull(group.getParent(), thread::toString);
        assertSame(ClassLoader.getSystemClassLoader(), thread.getContextClassLoader());
      }
    }
  }

  private static byte[] key(int number) {
    byte[] key = new byte[Integer.BYTES];
    Bytes.putInt(key, 0, number);
    return key;
  }
}
