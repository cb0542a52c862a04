package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A test of threads: checkpoints under full load. Threads write numbered batches over several
 * keyspaces, another makes and drops keyspaces, tables are flushed, compacted and marked. What each
 * batch does follows from its writer and number, so a checkpoint's contents follow from how many of
 * each writer it holds, and these from its own counters: all must agree, with its sequence number
 * too.
 */
@Tag("hunt")
final class LoadTest {

  private static final int CHECKPOINTS = Trials.count(25);
  private static final int WRITERS = 2;
  private static final int KEYS = 200;
  private static final int SPACES = 3;

  /** Operations of a writer's batch, and of a batch to a keyspace that comes and goes. */
  private static final int OPERATIONS = SPACES + 2;

  private static final int GUEST_OPERATIONS = 3;

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(16 << 10)
          .tableBytes(8 << 10)
          .blockBytes(512)
          .blockCacheBytes(32 << 10)
          .compression(Compression.NONE)
          .backgroundThreads(2)
          .build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private final AtomicBoolean ended = new AtomicBoolean();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachIsOfOneMoment(boolean links) throws Exception {
    run(CHECKPOINTS, links);
  }

  private void run(int checkpoints, boolean links) throws Exception {
    if (!links) {
      disk.refuseLinks();
    }
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    try (Db db = Stores.open(disk, OPTIONS, Workers.threads(2))) {
      for (int i = 1; i < SPACES; i++) {
        db.keyspace(space(i));
      }
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        running.add(threads.submit(untilTheEnd(() -> write(db, writer))));
      }
      running.add(threads.submit(untilTheEnd(() -> makeAndDrop(db))));
      long before = -1;
      try {
        for (int i = 0; i < checkpoints; i++) {
          before = takeAndCompare(db, i, before);
        }
      } finally {
        ended.set(true);
      }
      for (Future<Long> thread : running) {
        assertTrue(thread.get() > 0);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
    assertEquals(List.of(), disk.handles());
  }

  /** Others learn of one's failure: else they would wait for it. */
  private Callable<Long> untilTheEnd(Callable<Long> work) {
    return () -> {
      try {
        return work.call();
      } finally {
        ended.set(true);
      }
    };
  }

  private static String space(int number) {
    return number == 0 ? "default" : "space" + number;
  }

  private static byte[] key(int writer, long number) {
    return Contents.bytes("w" + writer + "-" + (1000 + number % KEYS));
  }

  private static byte[] value(int writer, int space, long batch) {
    return Contents.bytes(writer + "/" + space + "/" + batch + "-".repeat(40));
  }

  /** A batch puts one key in each keyspace, deletes an older one, and counts. */
  private long write(Db db, int writer) {
    List<Keyspace> spaces = new ArrayList<>();
    for (int i = 1; i < SPACES; i++) {
      spaces.add(db.keyspace(space(i)));
    }
    long number = 0;
    for (; !ended.get(); number++) {
      WriteBatch batch = new WriteBatch().put(key(writer, number), value(writer, 0, number));
      for (int i = 1; i < SPACES; i++) {
        batch.in(spaces.get(i - 1)).put(key(writer, number), value(writer, i, number));
      }
      batch.in(spaces.get(0)).delete(key(writer, number + KEYS / 2));
      batch.put(Contents.bytes("count" + writer), Contents.bytes("" + (number + 1)));
      db.write(batch);
    }
    return number;
  }

  private static void expect(Map<String, Map<String, String>> expected, int writer, long batches) {
    for (long number = Math.max(0, batches - 2 * KEYS); number < batches; number++) {
      String key = Contents.text(key(writer, number));
      for (int i = 0; i < SPACES; i++) {
        of(expected, space(i)).put(key, Contents.text(value(writer, i, number)));
      }
      of(expected, space(1)).remove(Contents.text(key(writer, number + KEYS / 2)));
    }
    if (batches > 0) {
      of(expected, "default").put("count" + writer, "" + batches);
    }
  }

  /** Makes a keyspace, writes to it and, with a batch, beside it; drops it, and counts. */
  private long makeAndDrop(Db db) {
    long number = 0;
    for (; !ended.get(); number++) {
      String name = "guest" + number;
      Keyspace guest = db.keyspace(name);
      db.write(
          new WriteBatch()
              .put(Contents.bytes("guests"), Contents.bytes("" + (number + 1)))
              .in(guest)
              .put(Contents.bytes("a"), Contents.bytes("" + number))
              .put(Contents.bytes("b"), Contents.bytes("" + number)));
      if (number % 4 == 0) {
        guest.flush();
      }
      db.dropKeyspace(name);
    }
    return number;
  }

  private long takeAndCompare(Db db, int number, long before) throws Exception {
    Path path = Path.of("/backup/" + number);
    Checkpoint taken = db.checkpoint(path);
    Contents found = Contents.of(disk, path);
    Map<String, String> counters = of(found.keyspaces(), "default");
    Map<String, Map<String, String>> expected = new TreeMap<>();
    long operations = 0;
    for (int i = 0; i < SPACES; i++) {
      of(expected, space(i));
    }
    for (int i = 0; i < WRITERS; i++) {
      long batches = Long.parseLong(counters.getOrDefault("count" + i, "0"));
      expect(expected, i, batches);
      operations += batches * OPERATIONS;
    }
    long guests = Long.parseLong(counters.getOrDefault("guests", "0"));
    operations += guests * GUEST_OPERATIONS;
    expectGuests(expected, found, guests);
    assertEquals(expected, found.keyspaces(), "checkpoint " + number);
    assertEquals(operations, taken.sequence(), "checkpoint " + number);
    assertTrue(operations >= before, "moments move on");
    if (number % 5 == 0) {
      assertEquals(List.of(), taken.verify());
      Stores.open(disk, path, OPTIONS, Workers.inline(), false).close();
      assertEquals(List.of(), Stores.verify(disk, path).problems());
    }
    remove(path);
    return operations;
  }

  /** The newest keyspace may be there, filled or about to be; none that was dropped is. */
  private static void expectGuests(
      Map<String, Map<String, String>> expected, Contents found, long guests) {
    if (guests > 0) {
      of(expected, "default").put("guests", "" + guests);
    }
    if (found.keyspaces().containsKey("guest" + guests)) {
      of(expected, "guest" + guests);
    }
    String last = "guest" + (guests - 1);
    if (found.keyspaces().containsKey(last)) {
      String value = "" + (guests - 1);
      expected.put(last, new TreeMap<>(Map.of("a", value, "b", value)));
    }
  }

  private static Map<String, String> of(Map<String, Map<String, String>> all, String name) {
    Map<String, String> one = all.computeIfAbsent(name, n -> new TreeMap<>());
    assertNotNull(one);
    return one;
  }

  private void remove(Path path) throws Exception {
    try (var directory = disk.openExisting(path)) {
      for (String name : directory.list()) {
        directory.delete(name);
      }
    }
    if (disk.directories(path).isEmpty()) {
      disk.deleteDirectory(path);
    }
  }
}
