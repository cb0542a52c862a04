package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls to the disk that fail: what the log says then, what it still does, and what is left. */
class LogFaultTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);

  private final SimulatedDisk disk = new SimulatedDisk();

  private static Log open(SimulatedDisk on, long from, Records into) throws IOException {
    return Log.open(on.openDirectory(PATH), OPTIONS, from, into);
  }

  private static void assertSealed(Log log, IOException first) {
    IOException onAppend = assertThrows(IOException.class, () -> append(log, payload(9, 9)));
    IOException onForce = assertThrows(IOException.class, () -> log.force(log.endPosition()));
    IOException onOldForce = assertThrows(IOException.class, () -> log.force(0));
    IOException onSpare = assertThrows(IOException.class, log::prepareSpare);
    for (IOException later : List.of(onAppend, onForce, onOldForce, onSpare)) {
      assertSame(first.getCause(), later.getCause());
    }
  }

  @Test
  void aFailedForceSeals() throws IOException {
    try (Log log = open(disk, 0, new Records())) {
      long durable = append(log, payload(1, 100));
      log.force(durable);
      long end = append(log, payload(2, 100));
      disk.fail(Fault.at(CallKind.MAPPED_FORCE, disk.calls(CallKind.MAPPED_FORCE)));
      IOException first = assertThrows(IOException.class, () -> log.force(end));
      assertEquals(durable, log.durablePosition());
      assertSealed(log, first);
    }
  }

  /** The pages a failed force left behind look clean: an opening must write them anew. */
  @Test
  void whatIsReplayedAfterAFailedForceIsDurable() throws IOException {
    for (int i = 0; i < 60; i++) {
      SimulatedDisk fresh = new SimulatedDisk();
      for (int call = 0; call < i / 5; call++) {
        fresh.openDirectory(PATH).exists("x"); // by its number, the failing call leaves other pages
      }
      replayAfterAFailedForce(fresh, i % 5);
    }
  }

  private static void replayAfterAFailedForce(SimulatedDisk fresh, int goodForces)
      throws IOException {
    Log log = open(fresh, 0, new Records());
    List<Entry> appended = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      appended.add(Entry.of(log.endPosition(), payload(i, 100)));
      append(log, payload(i, 100));
    }
    long forces = fresh.calls(CallKind.MAPPED_FORCE);
    fresh.fail(Fault.from(CallKind.MAPPED_FORCE, forces + goodForces));
    assertThrows(IOException.class, () -> log.force(log.endPosition()));
    SimulatedDisk killed = fresh.kill();
    Records records = new Records();
    open(killed, 0, records).close();
    assertEquals(appended, records.entries());
    SimulatedDisk cut = killed.crash(CrashState.SYNCED_ONLY, 1);
    assertEquals(appended, Records.replay(cut.openDirectory(PATH), OPTIONS, 0));
  }

  @Test
  void aFailedWriteSealsAndLeavesNoRecord() throws IOException {
    for (int call = 0; call < 2; call++) { // the payload, the header
      SimulatedDisk fresh = new SimulatedDisk();
      try (Log log = open(fresh, 0, new Records())) {
        append(log, payload(1, 100));
        long end = log.endPosition();
        fresh.fail(Fault.at(CallKind.MAPPED_WRITE, fresh.calls(CallKind.MAPPED_WRITE) + call));
        IOException first = assertThrows(IOException.class, () -> append(log, payload(2, 100)));
        assertEquals(end, log.endPosition());
        assertSealed(log, first);
      }
      assertEquals(1, Records.replay(fresh.kill().openDirectory(PATH), OPTIONS, 0).size());
    }
  }

  @Test
  void aFailedForceOfANewNameSeals() throws IOException {
    try (Log log = open(disk, 0, new Records())) {
      disk.fail(Fault.at(CallKind.DIRECTORY_FORCE, disk.calls(CallKind.DIRECTORY_FORCE)));
      IOException first = assertThrows(IOException.class, log::prepareSpare);
      assertSealed(log, first);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 5000})
  void aFullDiskFailsTheAppendAndLosesNothing(int length) throws IOException {
    List<Entry> appended = new ArrayList<>();
    try (Log log = open(disk, 0, new Records())) {
      disk.limit(disk.usedBytes());
      IOException full = null;
      for (int i = 0; full == null; i++) {
        long end = log.endPosition();
        try {
          append(log, payload(i, length));
          appended.add(Entry.of(end, payload(i, length)));
        } catch (IOException e) {
          full = e;
          assertEquals(end, log.endPosition());
        }
      }
      assertTrue(full.toString().contains("space"), full.toString());
      assertThrows(IOException.class, () -> append(log, payload(99, length)));
      assertThrows(IOException.class, log::prepareSpare);
      log.force(log.endPosition()); // what is there can still be forced
      assertEquals(appended, replayOfKilled());
      disk.limit(Long.MAX_VALUE);
      appended.add(Entry.of(log.endPosition(), payload(99, length)));
      append(log, payload(99, length));
    }
    assertEquals(appended, replayOfKilled());
  }

  @Test
  void aFullDiskTakesALongRecordInTheRoomOfAReleasedOne() throws IOException {
    try (Log log = open(disk, 0, new Records())) {
      append(log, payload(1, 5000));
      long end = append(log, payload(2, 5000));
      append(log, payload(3, 100));
      disk.limit(disk.usedBytes());
      assertThrows(IOException.class, () -> append(log, payload(4, 5000)));
      log.release(end);
      append(log, payload(4, 5000));
    }
  }

  private List<Entry> replayOfKilled() throws IOException {
    SimulatedDisk killed = disk.kill();
    return Records.replay(killed.openDirectory(PATH), OPTIONS, 0);
  }

  /** A log whose last opening left an empty segment opens again without any room. */
  @Test
  void opensOnAFullDisk() throws IOException {
    try (Log log = open(disk, 0, new Records())) {
      append(log, payload(1, 10));
    }
    open(disk, 0, new Records()).close();
    disk.limit(0);
    Records records = new Records();
    open(disk, 0, records).close();
    assertEquals(1, records.entries().size());
  }

  /** The script of the sweep; what was acknowledged when a call failed is in {@code model}. */
  private static void script(SimulatedDisk on, LogModel model) throws IOException {
    Records records = new Records();
    try (Log log = open(on, model.from(), records)) {
      assertNull(model.check(records.entries(), log.endPosition()));
      for (int i = 0; i < 30; i++) {
        try {
          step(log, model, i);
        } catch (IOException e) {
          if (String.valueOf(e.getMessage()).contains("sealed")) {
            assertSealed(log, e);
            return;
          }
        }
      }
    }
  }

  private static void step(Log log, LogModel model, int i) throws IOException {
    if (i % 10 == 4) {
      log.force(log.endPosition());
      model.forced(log.endPosition());
    } else if (i % 10 == 6) {
      log.prepareSpare();
    } else if (i % 10 == 7) {
      List<Long> ends = model.ends();
      model.released(ends.isEmpty() ? model.from() : ends.get(ends.size() / 2));
      log.release(model.from());
    } else {
      byte[] payload = payload(i, i % 9 == 0 ? 1500 : 150);
      model.appending(payload);
      model.appended(append(log, payload));
    }
  }

  /**
   * Each call of a history fails, once or from then on, before or after its effect: nothing that
   * was acknowledged is lost, and nothing is acknowledged after a failed write or force.
   */
  @Test
  void eachCallFails() throws IOException {
    SimulatedDisk whole = new SimulatedDisk();
    script(whole, new LogModel());
    for (long call = 0; call < whole.calls(); call++) {
      for (int kind = 0; kind < 4; kind++) {
        Fault fault = kind % 2 == 0 ? Fault.at(call) : Fault.from(call);
        failing(kind < 2 ? fault : fault.afterTheEffect(), call);
      }
    }
  }

  private static void failing(Fault fault, long seed) throws IOException {
    SimulatedDisk failing = new SimulatedDisk().fail(fault);
    LogModel model = new LogModel();
    try {
      script(failing, model);
    } catch (IOException e) {
      assertNotNull(e.getMessage()); // of the opening, or of the close
    }
    failing.repair();
    SimulatedDisk cut = failing.crash(CrashState.RANDOM, seed);
    for (SimulatedDisk left : List.of(failing.kill(), cut)) {
      LogModel expected = left == cut ? model : model.killed();
      Records records = new Records();
      try (Log log = open(left, expected.from(), records)) {
        assertNull(expected.check(records.entries(), log.endPosition()), failing.history());
      }
    }
  }

  /** Each call of an opening fails once: the next opening gives everything back. */
  @Test
  void eachCallOfAnOpeningFails() throws IOException {
    LogModel model = new LogModel();
    SimulatedDisk start = new SimulatedDisk();
    script(start, model);
    SimulatedDisk at = start.crash(CrashState.EVERYTHING, 1);
    for (long call = 0; ; call++) {
      SimulatedDisk failing = at.crash(CrashState.EVERYTHING, 1).fail(Fault.at(call));
      boolean failed = false;
      try {
        open(failing, model.from(), new Records()).close();
      } catch (IOException e) {
        failed = true;
        assertFalse(e instanceof CorruptLogException, "an error taken for damage: " + e);
      }
      failing.repair();
      Records records = new Records();
      try (Log log = open(failing, model.from(), records)) {
        assertNull(model.killed().check(records.entries(), log.endPosition()));
      }
      if (!failed) {
        assertTrue(call > 20, "calls: " + call);
        return;
      }
    }
  }
}
