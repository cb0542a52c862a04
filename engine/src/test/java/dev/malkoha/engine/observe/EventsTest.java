package dev.malkoha.engine.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.events.CompactionCause;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Checkpointed;
import dev.malkoha.engine.events.StoreEvent.Closed;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.engine.events.StoreEvent.DeletesApplied;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.engine.events.StoreEvent.Opened;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens in a store is told once to listeners, to the log and to Flight Recorder. */
@Timeout(120)
final class EventsTest {

  private static final Path COPY = Path.of("/copy");

  private final SimulatedDisk disk = new SimulatedDisk();
  private final RecordingListener heard = new RecordingListener();
  private final DbOptions.Builder options =
      DbOptions.builder().memTableBytes(64 << 10).tableBytes(32 << 10).listener(heard);

  private static byte[] key(int number) {
    return ("key" + number).getBytes(UTF_8);
  }

  private static void fill(Keyspace keyspace, int from, int to) {
    for (int i = from; i < to; i++) {
      keyspace.put(key(i), new byte[100]);
    }
  }

  /** All kinds of background work but failures; returns the figures at the end. */
  private DbStats live() {
    try (Db db = Stores.open(disk, options.build())) {
      Keyspace keyspace = db.keyspace("birds");
      fill(keyspace, 0, 2_000);
      db.flush();
      db.compact();
      for (int i = 0; i < 1_000; i++) {
        keyspace.delete(key(i));
      }
      db.awaitIdle();
      db.checkpoint(COPY);
      db.withDurability(Durability.SYNC).put(key(1), key(2));
      return db.stats();
    }
  }

  @Test
  void listenersHearAllInOrderAndWithItsFigures() {
    DbStats stats = live();

    List<StoreEvent> all = heard.all();
    assertInstanceOf(Recovered.class, all.getFirst());
    Opened opened = assertInstanceOf(Opened.class, all.get(1));
    assertFalse(opened.readOnly());
    assertEquals(options.build().toString(), opened.options());
    assertInstanceOf(Closed.class, all.getLast());
    assertEquals(1, heard.of(Closed.class).size());
    assertTrue(all.stream().allMatch(event -> event.store().equals(Stores.PATH)));
    assertFlushes(stats);
    assertCompactions(stats);
    List<DeletesApplied> applied = heard.of(DeletesApplied.class);
    assertTrue(applied.stream().mapToLong(DeletesApplied::marked).sum() >= 2_000);
    assertEquals(stats.metric("applier.runs").value(), applied.size());
    assertEquals(
        stats.count("applier.block.reads"),
        applied.stream().mapToLong(DeletesApplied::blocksRead).sum());
    Checkpointed checkpoint = heard.of(Checkpointed.class).getFirst();
    Checkpoint copy = Stores.readCheckpoint(disk, COPY);
    assertEquals(COPY, checkpoint.directory());
    assertEquals(copy.files().size(), checkpoint.filesLinked() + checkpoint.filesCopied());
  }

  private void assertFlushes(DbStats stats) {
    List<Flushed> flushes = heard.of(Flushed.class);
    assertEquals(stats.metric("flush.runs").value(), flushes.size());
    assertEquals(
        stats.count("flush.written"),
        flushes.stream().mapToLong(flush -> flush.written().bytes()).sum());
    assertTrue(flushes.stream().allMatch(flush -> flush.keyspace().equals("birds")));
    assertTrue(flushes.stream().anyMatch(Flushed::wasFull));
    assertTrue(flushes.stream().anyMatch(flush -> !flush.wasFull()));
    assertTrue(flushes.getFirst().memTableBytes() >= 64 << 10);
  }

  private void assertCompactions(DbStats stats) {
    List<Compacted> compactions = heard.of(Compacted.class);
    assertEquals(stats.metric("compaction.runs").value(), compactions.size());
    assertEquals(
        stats.count("compaction.written"),
        compactions.stream().mapToLong(compaction -> compaction.written().bytes()).sum());
    Compacted asked =
        compactions.stream()
            .filter(compaction -> compaction.way().cause() == CompactionCause.ASKED)
            .findFirst()
            .orElseThrow();
    assertEquals(2_000, asked.written().entries());
    assertTrue(asked.read().entries() >= 2_000);
    assertTrue(asked.way().toLevel() >= 1);
  }

  @Test
  void theLogHasALineForEach() {
    try (LogCapture log = new LogCapture()) {
      live();

      List<String> told =
          heard.all().stream().map(event -> event.store() + ": " + LogLines.line(event)).toList();
      List<LogRecord> lines = log.of(Stores.PATH);
      assertEquals(told, lines.stream().map(LogRecord::getMessage).toList());
      assertEquals(Level.INFO, lines.getLast().getLevel());
      LogRecord flush =
          lines.stream().filter(line -> line.getMessage().contains("flushed")).findFirst().get();
      assertEquals(Level.FINE, flush.getLevel());
      assertTrue(
          flush
              .getMessage()
              .matches(
                  "/store: flushed a full memtable \\([0-9.]+ KiB\\) of keyspace birds in [0-9.]+ [mu]s:"
                      + " wrote 1 table \\([0-9]+ entries, [0-9.]+ KiB\\)"),
          flush.getMessage());
    }
  }

  @Test
  void recoverySaysWhatWasReadOfTheLog() throws InterruptedException {
    try (Db db = Stores.open(disk, options.build())) {
      for (int i = 0; i < 5; i++) {
        db.put(key(i), key(i));
      }
    }
    try (LogCapture log = new LogCapture();
        Db db = Stores.open(disk, options.build())) {
      heard.await(4); // recovered, opened, closed, recovered
      Recovered recovered = heard.of(Recovered.class).getLast();
      assertEquals(5, recovered.records());
      assertTrue(recovered.bytes() > 5 * 8, recovered.toString());
      LogRecord line = log.of(db.directory()).getFirst();
      assertEquals(Level.FINE, line.getLevel());
      assertTrue(line.getMessage().contains("no table opened, 5 records ("), line.getMessage());
      LogRecord open = log.of(db.directory()).get(1);
      assertEquals(Level.INFO, open.getLevel());
      assertTrue(
          open.getMessage().endsWith("; no problem; memTableBytes=65536 tableBytes=32768"),
          open.getMessage());
    }
  }

  @Test
  void aReadOnlyOpeningIsToldAsOne() {
    Stores.open(disk, options.build()).close();
    Stores.openReadOnly(disk, options.build()).close();
    assertTrue(heard.of(Opened.class).getLast().readOnly());
    assertEquals(2, heard.of(Closed.class).size());
  }

  @Test
  void sealingIsAnErrorWithItsCause(@TempDir Path directory) throws IOException {
    HeldDisk held = new HeldDisk(disk);
    try (LogCapture log = new LogCapture();
        Flights flights = new Flights(directory);
        Db db = Stores.open(held, options.build())) {
      db.put(key(1), key(1));
      assertEquals(0, db.stats().metric("sealed").value());
      held.fail();
      DbSealedException refusal = assertThrows(DbSealedException.class, db::flush);
      assertEquals(1, db.stats().metric("sealed").value());
      LogRecord line = log.of(Stores.PATH).getLast();
      assertEquals(Level.SEVERE, line.getLevel());
      assertSame(refusal.getCause(), line.getThrown());
      assertTrue(line.getMessage().contains("the test lets the creation"), line.getMessage());
      List<RecordedEvent> recorded = flights.end("Seal");
      assertEquals(1, recorded.size());
      assertEquals(line.getThrown().toString(), recorded.getFirst().getString("cause"));
    }
    assertEquals(1, heard.of(Sealed.class).size());
  }

  @Test
  void flightRecorderHasAllWithItsFigures(@TempDir Path directory) throws IOException {
    try (Flights flights = new Flights(directory)) {
      DbStats stats = live();

      List<RecordedEvent> flushes = flights.end("Flush");
      List<Flushed> told = heard.of(Flushed.class);
      assertEquals(told.size(), flushes.size());
      for (int i = 0; i < told.size(); i++) {
        assertFlush(told.get(i), flushes.get(i));
      }
      List<RecordedEvent> compactions = flights.end("Compaction");
      assertEquals(heard.of(Compacted.class).size(), compactions.size());
      assertEquals(stats.count("compaction.written"), sum(compactions, "bytesWritten"));
      assertTrue(compactions.stream().anyMatch(c -> c.getString("cause").equals("ASKED")));
      List<RecordedEvent> applied = flights.end("DeletesApplied");
      assertEquals(heard.of(DeletesApplied.class).size(), applied.size());
      assertEquals(stats.count("applier.block.reads"), sum(applied, "blocksRead"));
      assertEquals(1, flights.end("Recovery").size());
      RecordedEvent checkpoint = flights.end("Checkpoint").getFirst();
      assertEquals("/copy", checkpoint.getString("directory"));
      assertEquals(
          heard.of(Checkpointed.class).getFirst().bytesCopied(), checkpoint.getLong("bytesCopied"));
      List<RecordedEvent> forces = flights.end("Force");
      assertTrue(forces.size() >= stats.metric("log.force.runs").value()); // closing is one more
      assertTrue(sum(forces, "bytes") >= stats.metric("log.forced").value());
    }
  }

  private static void assertFlush(Flushed told, RecordedEvent recorded) {
    assertEquals("/store", recorded.getString("store"));
    assertEquals(told.keyspace(), recorded.getString("keyspace"));
    assertEquals(told.memTableBytes(), recorded.getLong("memTableBytes"));
    assertEquals(told.wasFull(), recorded.getBoolean("wasFull"));
    assertEquals(told.written().count(), recorded.getInt("tablesWritten"));
    assertEquals(told.written().entries(), recorded.getLong("entriesWritten"));
    assertEquals(told.written().bytes(), recorded.getLong("bytesWritten"));
  }

  private static long sum(List<RecordedEvent> events, String field) {
    return events.stream().mapToLong(event -> event.getLong(field)).sum();
  }

  /** A writer whose memtables are full says so while it waits, and afterwards how long it did. */
  @Test
  void aWriterThatWaitsSaysWhy(@TempDir Path directory) throws Exception {
    HeldDisk held = new HeldDisk(disk);
    DbOptions small = options.memTableBytes(4096).build();
    try (Flights flights = new Flights(directory);
        Db db = Stores.open(held, small, Workers.threads(1))) {
      held.hold(HeldDisk.Work.FLUSH);
      Thread writer = Thread.ofPlatform().start(() -> fill(db.keyspace("birds"), 0, 200));
      while (db.stats().metric("writers.waiting").value() == 0) {
        Thread.onSpinWait();
      }
      assertEquals(2, db.stats().metric("memtables.waiting").value());
      held.release(HeldDisk.Work.FLUSH);
      writer.join();
      assertEquals(0, db.stats().metric("writers.waiting").value());
      double stalls = db.stats().metric("stall.runs").value("cause", "memtables");
      assertTrue(stalls >= 1);
      assertTrue(db.stats().metric("stall.time").value("cause", "memtables") > 0);
      List<RecordedEvent> recorded =
          flights.end("Stall").stream()
              .filter(stall -> stall.getString("cause").equals("MEMTABLES"))
              .toList();
      assertEquals(stalls, recorded.size());
      assertEquals("birds", recorded.getFirst().getString("keyspace"));
      assertEquals(2, recorded.getFirst().getLong("behind"));
    }
  }
}
