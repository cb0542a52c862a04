package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a follower makes of logs that stand still, whole and damaged, between its calls. */
class LogFollowerTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);

  private final SimulatedDisk disk = new SimulatedDisk();
  private final List<Entry> entries = new ArrayList<>();
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = disk.openDirectory(PATH);
  }

  private Log openLog(long from) throws IOException {
    return Log.open(directory, OPTIONS, from, new Records());
  }

  private void fill(Log log, int records, int length) throws IOException {
    for (int i = 0; i < records; i++) {
      byte[] payload = payload(entries.size(), length);
      entries.add(Entry.of(log.endPosition(), payload));
      append(log, payload);
    }
  }

  /** Two full segments and the beginning of a third one, forced but for the last record. */
  private LogProof writeThreeSegments() throws IOException {
    try (Log log = openLog(0)) {
      fill(log, 11, 170);
      log.force(log.endPosition());
      LogProof proof = log.proof();
      fill(log, 1, 170);
      assertEquals(3, directory.list().size());
      return proof;
    }
  }

  @Test
  void recordsAreHandedOverOnceAsTheyCome() throws IOException {
    Records records = new Records();
    LogFollower follower = new LogFollower(directory, 0);
    assertEquals(0, follower.follow(LogProof.NONE, records), "there is no log yet");
    try (Log log = openLog(0)) {
      for (int i = 0; i < 30; i++) {
        fill(log, i % 4, 40 * i);
        assertEquals(log.endPosition(), follower.follow(log.proof(), records), "round " + i);
        assertEquals(entries, records.entries());
      }
    }
    try (Log log = openLog(0)) { // goes on without a turn: the proof tells of it
      fill(log, 3, 10);
      follower.follow(log.proof(), records);
      assertEquals(log.endPosition(), follower.end());
      assertEquals(entries, records.entries());
    }
  }

  /** The segment in which it stands was given up: the log goes on where no turn leads. */
  @Test
  void aFileThatIsUsedAgainIsNoEnd() throws IOException {
    Records records = new Records();
    LogFollower follower = new LogFollower(directory, 0);
    try (Log log = openLog(0)) {
      LogProof proof = log.proof();
      for (fill(log, 1, 300); directory.list().size() == 1; fill(log, 1, 300)) {
        log.force(log.endPosition());
        proof = log.proof();
        follower.follow(proof, records);
      }
      log.force(log.endPosition());
      log.release(follower.end());
      fill(log, 20, 170); // over the turn, too
      assertEquals(log.endPosition(), follower.follow(proof, records));
      assertEquals(entries, records.entries());
    }
  }

  @Test
  void everyStartPositionWillDo() throws IOException {
    LogProof proof = writeThreeSegments();
    for (int i = 0; i < entries.size(); i++) {
      Records records = new Records();
      new LogFollower(directory, entries.get(i).position()).follow(proof, records);
      assertEquals(entries.subList(i, entries.size()), records.entries());
    }
    LogFollower inside = new LogFollower(directory, 8);
    assertThrows(CorruptLogException.class, () -> inside.follow(proof, new Records()));
  }

  @Test
  void aFollowerChangesNoFileAndKeepsNoneOpen() throws IOException {
    LogProof proof = writeThreeSegments();
    List<String> held = disk.handles();
    long before = changes();
    new LogFollower(directory, 0).follow(proof, new Records());
    assertEquals(before, changes());
    assertEquals(held, disk.handles());
  }

  private long changes() {
    long changes = 0;
    for (CallKind kind : CallKind.values()) {
      changes += kind.isChanging() ? disk.calls(kind) : 0;
    }
    return changes;
  }

  @Test
  void whatTheHandlerHasNotTakenComesAgain() throws IOException {
    LogProof proof = writeThreeSegments();
    LogFollower follower = new LogFollower(directory, 0);
    Records records = new Records();
    for (int failures = 0; failures < entries.size() - 1; failures++) {
      int upTo = failures;
      IOException full = new IOException("full");
      IOException thrown =
          assertThrows(
              IOException.class,
              () ->
                  follower.follow(
                      proof,
                      (position, buffer, offset, length) -> {
                        if (records.entries().size() > upTo) {
                          throw full;
                        }
                        records.record(position, buffer, offset, length);
                      }));
      assertSame(full, thrown);
      assertEquals(entries.get(failures).end(), follower.end());
    }
    follower.follow(proof, records);
    assertEquals(entries, records.entries());
  }

  @Test
  void aReadErrorIsThrownAndHarmsNothing() throws IOException {
    LogProof proof = writeThreeSegments();
    long reads = disk.calls(CallKind.READ);
    new LogFollower(directory, 0).follow(proof, new Records());
    reads = disk.calls(CallKind.READ) - reads;
    for (long i = 0; i < reads; i++) {
      LogFollower follower = new LogFollower(directory, 0);
      Records records = new Records();
      disk.fail(Fault.at(CallKind.READ, disk.calls(CallKind.READ) + i));
      IOException e = assertThrows(IOException.class, () -> follower.follow(proof, records));
      assertTrue(String.valueOf(e.getMessage()).startsWith(Fault.IO_ERROR), e::getMessage);
      disk.repair();
      follower.follow(proof, records);
      assertEquals(entries, records.entries());
    }
    assertTrue(reads > 5, "reads " + reads);
  }

  @Test
  void aLogThatWasReleasedHasMovedOn() throws IOException {
    try (Log log = openLog(0)) {
      fill(log, 3, 170);
      log.force(log.endPosition());
      Records records = new Records();
      LogFollower follower = new LogFollower(directory, 0);
      follower.follow(log.proof(), records);
      fill(log, 20, 170);
      log.force(log.endPosition());
      log.release(log.endPosition());
      fill(log, 20, 170);
      log.force(log.endPosition());
      LogMovedException e =
          assertThrows(LogMovedException.class, () -> follower.follow(log.proof(), records));
      assertTrue(String.valueOf(e.getMessage()).contains("read the manifest again"), e::getMessage);
      assertEquals(entries.subList(0, records.entries().size()), records.entries());
      Records anew = new Records();
      new LogFollower(directory, entries.get(23).position()).follow(log.proof(), anew);
      assertEquals(entries.subList(23, entries.size()), anew.entries());
    }
  }

  /** Each bit of the log flipped: all records, or those before the damage if no proof says more. */
  @Test
  void everyFlippedBitIsHarmlessOrTold() throws IOException {
    LogProof proof = writeThreeSegments();
    int told = 0;
    int ends = 0;
    for (String file : directory.list()) {
      for (int bit = 0; bit < 2048 * 8; bit += 3) {
        SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
        damaged.filesAtRest(PATH).flipBit(file, bit);
        List<Entry> found = follow(damaged, proof);
        told += found.isEmpty() ? 1 : 0;
        ends += found.size() == entries.size() - 1 ? 1 : 0;
      }
    }
    assertTrue(told > 1_000, "told " + told);
    assertTrue(ends > 100, "ends " + ends);
  }

  /** What is found on a damaged disk; nothing if that is told, which it must be every time. */
  private List<Entry> follow(SimulatedDisk damaged, LogProof proof) throws IOException {
    LogFollower follower = new LogFollower(damaged.openDirectory(PATH), 0);
    Records records = new Records();
    try {
      follower.follow(proof, records);
      assertTrue(follower.end() >= proof.durable());
      assertEquals(entries.subList(0, records.entries().size()), records.entries());
      return records.entries();
    } catch (LogMovedException e) {
      assertEquals(entries.subList(0, records.entries().size()), records.entries());
      LogMovedException again =
          assertThrows(LogMovedException.class, () -> follower.follow(proof, records));
      assertEquals(e.damage().file(), again.damage().file());
      assertEquals(e.damage().offset(), again.damage().offset());
      return List.of();
    }
  }

  @FunctionalInterface
  private interface Damage {
    void to(FilesAtRest files) throws IOException;
  }

  private CorruptLogException damage(LogProof proof, Damage by) throws IOException {
    SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
    by.to(damaged.filesAtRest(PATH));
    return assertThrows(
            LogMovedException.class,
            () -> new LogFollower(damaged.openDirectory(PATH), 0).follow(proof, new Records()))
        .damage();
  }

  @Test
  void aMissingSegmentIsTold() throws IOException {
    LogProof proof = writeThreeSegments();
    CorruptLogException first = damage(proof, files -> files.remove("000001.log"));
    assertTrue(String.valueOf(first.getMessage()).contains("that holds position 0"));
    CorruptLogException second = damage(proof, files -> files.remove("000002.log"));
    assertTrue(String.valueOf(second.getMessage()).contains("the turn to 000002.log"));
    CorruptLogException last = damage(proof, files -> files.remove("000003.log"));
    assertEquals("000003.log", last.file());
  }

  /** A segment that was begun and never forced may be replaced by an opening at any moment. */
  @Test
  void whatIsMissingBehindTheProofIsLeftForTheNextCall() throws IOException {
    try (Log log = openLog(0)) {
      fill(log, 5, 170);
      log.force(log.endPosition());
      LogProof proof = log.proof();
      fill(log, 1, 170);
      byte[] second = disk.filesAtRest(PATH).read("000002.log");
      disk.filesAtRest(PATH).remove("000002.log");
      LogFollower follower = new LogFollower(directory, 0);
      Records records = new Records();
      assertEquals(proof.durable(), follower.follow(proof, records));
      disk.filesAtRest(PATH).write("000002.log", second);
      assertEquals(log.endPosition(), follower.follow(proof, records));
      assertEquals(entries, records.entries());
    }
  }

  /** Another past than the one that was read is not gone on with: nothing is handed over twice. */
  @Test
  void aLogThatWasSetBackIsNotGoneOnWith() throws IOException {
    writeThreeSegments();
    SimulatedDisk before = disk.kill();
    Records records = new Records();
    LogFollower follower = new LogFollower(directory, 0);
    try (Log log = openLog(0)) {
      fill(log, 4, 170);
      log.force(log.endPosition());
      assertEquals(log.endPosition(), follower.follow(log.proof(), records));
    }
    FilesAtRest files = disk.filesAtRest(PATH);
    for (String name : files.names()) {
      files.remove(name);
    }
    for (String name : before.filesAtRest(PATH).names()) {
      files.write(name, before.filesAtRest(PATH).read(name));
    }
    openLog(0).close();
    try (Log log = openLog(0)) {
      byte[] other = payload(1_000, 171);
      for (int i = 0; i < 30; i++) {
        append(log, other);
      }
      log.force(log.endPosition());
      assertThrows(LogMovedException.class, () -> follower.follow(log.proof(), records));
      assertEquals(entries, records.entries());
    }
  }

  @Test
  void aDestroyedHeaderIsTold() throws IOException {
    LogProof proof = writeThreeSegments();
    for (String name : List.of("000001.log", "000002.log", "000003.log")) {
      CorruptLogException e =
          damage(
              proof,
              files -> {
                files.flipBit(name, 100);
                files.flipBit(name, 8 * 512 + 100);
              });
      assertEquals(name, e.file());
      assertTrue(String.valueOf(e.getMessage()).contains("a segment header"), e::getMessage);
    }
  }

  @Test
  void aFileCutShortIsTold() throws IOException {
    LogProof proof = writeThreeSegments();
    CorruptLogException e = damage(proof, files -> files.truncate("000002.log", 1500));
    assertEquals("000002.log", e.file());
  }
}
