package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a running log gives back, and what it keeps for those who read it. */
class LogHoldTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);

  private final SimulatedDisk disk = new SimulatedDisk();
  private final List<Entry> entries = new ArrayList<>();
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = disk.openDirectory(PATH);
  }

  private void fill(Log log, int records, int length) throws IOException {
    for (int i = 0; i < records; i++) {
      byte[] payload = payload(entries.size(), length);
      entries.add(Entry.of(log.endPosition(), payload));
      append(log, payload);
    }
  }

  private static List<Entry> read(Log log, long from, long to) throws IOException {
    Records records = new Records();
    log.read(from, to, records);
    return records.entries();
  }

  @Test
  void everyRangeOfRecordsIsRead() throws IOException {
    try (Log first = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(first, 12, 150);
    }
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 3, 3000); // in segments of their own
      fill(log, 10, 0);
      fill(log, 10, 200);
      long durable = log.durablePosition();
      assertEquals(entries, read(log, 0, log.endPosition()));
      for (int from = 0; from < entries.size(); from++) {
        for (int to = from; to < entries.size(); to++) {
          List<Entry> found = read(log, entries.get(from).position(), entries.get(to).position());
          assertEquals(entries.subList(from, to), found, from + " to " + to);
        }
      }
      assertEquals(List.of(), read(log, log.endPosition(), log.endPosition()));
      assertEquals(durable, log.durablePosition(), "nothing was forced for it");
    }
  }

  @Test
  void rangesThatAreNoneAreRefused() throws IOException {
    Log log = Log.open(directory, OPTIONS, 0, new Records());
    fill(log, 5, 100);
    long end = log.endPosition();
    Records none = new Records();
    assertThrows(IllegalArgumentException.class, () -> log.read(0, end + 8, none));
    assertThrows(IllegalArgumentException.class, () -> log.read(end, 0, none));
    assertThrows(IllegalArgumentException.class, () -> log.read(-8, end, none));
    assertThrows(IllegalArgumentException.class, () -> log.hold(end + 8));
    assertThrows(IllegalArgumentException.class, () -> log.hold(3));
    assertThrows(CorruptLogException.class, () -> log.read(8, end, none));
    assertEquals(List.of(), none.entries());
    assertThrows(IllegalArgumentException.class, () -> log.read(0, end - 8, none));
    log.close();
    assertThrows(IllegalStateException.class, () -> log.read(0, end, none));
    assertThrows(IllegalStateException.class, () -> log.hold(0));
  }

  @Test
  void damageIsToldAndNotTakenForTheEnd() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 5, 100);
      disk.filesAtRest(PATH).flipBit("000001.log", 8 * (1024 + 128 + 50));
      Records records = new Records();
      CorruptLogException e =
          assertThrows(CorruptLogException.class, () -> log.read(0, log.endPosition(), records));
      assertEquals(1024 + 128, e.offset());
      assertEquals(entries.subList(0, 1), records.entries());
    }
  }

  @Test
  void whatIsHeldIsKeptWhateverIsReleased() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 20, 200);
      long middle = entries.get(10).position();
      LogHold first = log.hold(0);
      LogHold second = log.hold(middle);
      assertEquals(middle, second.position());
      releaseAndRecycle(log);
      assertEquals(entries, read(log, 0, log.endPosition()));
      first.close();
      first.close();
      releaseAndRecycle(log);
      assertThrows(IllegalArgumentException.class, () -> log.hold(0));
      assertEquals(entries.subList(10, entries.size()), read(log, middle, log.endPosition()));
      log.release(log.endPosition());
      second.close();
      log.prepareSpare();
      assertThrows(IllegalArgumentException.class, () -> log.hold(middle));
      assertTrue(directory.list().size() <= 4, "what was held is given up: " + directory.list());
    }
  }

  private void releaseAndRecycle(Log log) throws IOException {
    log.release(log.endPosition());
    fill(log, 20, 200);
    log.prepareSpare();
    log.trim();
  }

  @Test
  void withoutAHoldItIsNoticedThatRecordsAreGone() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 20, 200);
      long to = log.endPosition();
      releaseAndRecycle(log);
      Records records = new Records();
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> log.read(0, to, records));
      assertTrue(String.valueOf(e.getMessage()).contains("was released"), e::getMessage);
      assertEquals(List.of(), records.entries());
    }
  }

  /** A read holds what it reads: a release in the middle of it takes nothing away. */
  @Test
  void aReadHoldsWhatItReads() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 20, 200);
      List<Entry> expected = List.copyOf(entries);
      Records records = new Records();
      log.read(
          0,
          log.endPosition(),
          (position, buffer, offset, length) -> {
            records.record(position, buffer, offset, length);
            releaseAndRecycle(log);
          });
      assertEquals(expected, records.entries());
      assertThrows(IllegalArgumentException.class, () -> log.hold(0), "and lets go afterwards");
    }
  }

  /** What a checkpoint does: the copy holds the same records at the same positions. */
  @Test
  void aRangeIsCopiedIntoAFreshLog() throws IOException {
    Directory copies = disk.openDirectory(Path.of("/copy"));
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 50, 130);
      long from = entries.get(17).position();
      long to = entries.get(43).position();
      log.release(from);
      try (LogHold hold = log.hold(from);
          Log copy = Log.open(copies, OPTIONS, hold.position(), new Records())) {
        releaseAndRecycle(log);
        log.read(
            from, to, (position, buffer, offset, length) -> copy.append(buffer, offset, length));
        copy.force(copy.endPosition());
        assertEquals(to, copy.endPosition());
      }
      assertEquals(entries.subList(17, 43), Records.replay(copies, OPTIONS, from));
    }
  }

  @Test
  void readingChangesNoFile() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      fill(log, 20, 200);
      long before = changes();
      assertEquals(entries, read(log, 0, log.endPosition()));
      assertEquals(before, changes());
    }
    assertEquals(List.of("/log"), disk.handles(), "files are closed again");
  }

  private long changes() {
    long changes = 0;
    for (CallKind kind : CallKind.values()) {
      changes += kind.isChanging() ? disk.calls(kind) : 0;
    }
    return changes;
  }

  @Test
  @Timeout(60)
  void manyReadWhileOneAppendsAndReleases(@TempDir Path path) throws Exception {
    int readers = 3;
    try (Directory real = FileDisk.INSTANCE.openDirectory(path);
        Log log = Log.open(real, new LogOptions(16 << 10, 2), 0, new Records());
        ExecutorService threads = Executors.newFixedThreadPool(readers)) {
      append(log, payload(0, 100));
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        SplittableRandom random = new SplittableRandom(Trials.seed() + i);
        results.add(threads.submit(() -> readTimes(log, 60, random)));
      }
      for (long i = 1; results.stream().anyMatch(result -> !result.isDone()); i++) {
        append(log, payload(i, 100));
        if (i % 200 == 0) {
          log.force(log.endPosition());
          log.release(log.endPosition());
          log.prepareSpare();
        }
      }
      for (Future<Long> result : results) {
        assertTrue(result.get() > 0);
      }
    }
  }

  /** Records are 128 bytes long, so a position tells the number and with it the payload. */
  private static long readTimes(Log log, int times, SplittableRandom random) throws IOException {
    long read = 0;
    for (int i = 0; i < times; i++) {
      long from = log.endPosition() - 128;
      try (LogHold hold = log.hold(from)) {
        while (log.endPosition() < from + 128 * 50L) {
          Thread.onSpinWait();
        }
        long to = from + 128L * random.nextInt(1, 51);
        Records records = new Records();
        log.read(hold.position(), to, records);
        for (Entry entry : records.entries()) {
          assertEquals(Entry.of(entry.position(), payload(entry.position() / 128, 100)), entry);
        }
        assertEquals((to - from) / 128, records.entries().size());
        read += records.entries().size();
      } catch (IllegalArgumentException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("was released"), e::getMessage);
      }
    }
    return read;
  }
}
