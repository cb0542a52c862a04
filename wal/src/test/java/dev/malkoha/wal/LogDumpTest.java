package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.log.LogDump;
import dev.malkoha.tools.log.LogVerifier;
import dev.malkoha.tools.log.RecordPrinter;
import dev.malkoha.tools.log.SegmentReport;
import dev.malkoha.tools.log.SegmentReport.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The text of a dump, and the findings of a check. */
class LogDumpTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);

  private final SimulatedDisk disk = new SimulatedDisk();
  private Directory directory;

  /** Two segments, of which the first is durable. */
  @BeforeEach
  void writeLog() throws IOException {
    directory = disk.openDirectory(PATH);
    LongSupplier generations = new CountedGenerations();
    LogEnvironment environment = new LogEnvironment(generations, LogFormat.MAX_RECORD_BYTES);
    try (Log log =
        RecoveredLog.recover(directory, 0, LogProof.NONE, new Records(), environment)
            .open(OPTIONS)) {
      byte[] name = "malkoha".getBytes(StandardCharsets.US_ASCII);
      log.append(name, 0, name.length);
      log.force(log.append(new byte[928], 0, 928));
      log.append(name, 0, name.length);
      log.append(new byte[500], 0, 500);
      log.prepareSpare();
    }
  }

  private static final class CountedGenerations implements LongSupplier {
    private long last = 0xA0;

    @Override
    public long getAsLong() {
      return last++;
    }
  }

  private String dump(String name) throws IOException {
    StringBuilder out = new StringBuilder();
    RecordPrinter printer = (buffer, offset, length, to) -> to.append("first " + buffer[offset]);
    try (var file = directory.open(name)) {
      LogDump.dump(file, out, printer);
    }
    return out.toString();
  }

  @Test
  void showsHeaderRecordsAndEnd() throws IOException {
    assertEquals(
        """
        000002.log: segment 2, format version 1
          slot 2, 2048 bytes, generation 00000000000000a1
          base position 984, first record 2, durable mark 984
          predecessor 1, generation 00000000000000a0, positions 0 to 984
        record 2 at position 984: 7 bytes, durable mark 984, checksum ok, first 109
        record 3 at position 1016: 500 bytes, durable mark 984, checksum ok, first 0
        end at position 1544 (offset 1584): found no record of this segment's generation and position
        """,
        dump("000002.log"));
  }

  @Test
  void saysWhatIsNoSegment() throws IOException {
    assertEquals("000003.log: no valid segment header: a free slot\n", dump("000003.log"));
    disk.filesAtRest(PATH).write("000003.log", new byte[0]);
    assertEquals("000003.log: no valid segment header: a free slot\n", dump("000003.log"));
  }

  @Test
  void saysWhyItStops() throws IOException {
    disk.filesAtRest(PATH).flipBit("000002.log", (1024 + 24) * 8);
    assertEquals(
        """
        000002.log: segment 2, format version 1
          slot 2, 2048 bytes, generation 00000000000000a1
          base position 984, first record 2, durable mark 984
          predecessor 1, generation 00000000000000a0, positions 0 to 984
        end at position 984 (offset 1024): found a record whose payload fails its checksum
        """,
        dump("000002.log"));
  }

  private List<SegmentReport> verify(long from) throws IOException {
    return LogVerifier.verify(directory, from, LogProof.NONE, new Records()).segments();
  }

  private static List<State> states(List<SegmentReport> reports) {
    return reports.stream().map(SegmentReport::state).toList();
  }

  @Test
  void aCheckChangesNothingAndTellsRangesAndStates() throws IOException {
    byte[] before = disk.filesAtRest(PATH).read("000002.log");
    assertEquals(
        List.of(
            new SegmentReport("000001.log", State.COMPLETE, 1, 0, 984, 2, "the next segment"),
            new SegmentReport(
                "000002.log",
                State.TAIL,
                2,
                984,
                1544,
                2,
                "no record of this segment's generation and position"),
            new SegmentReport("000003.log", State.FREE, 0, 0, 0, 0, "no valid header")),
        verify(0));
    assertEquals(List.of(State.RELEASED, State.TAIL, State.FREE), states(verify(984)));
    assertEquals(before.length, disk.filesAtRest(PATH).read("000002.log").length);
    assertEquals(3, disk.filesAtRest(PATH).names().size());
  }

  @Test
  void aCheckFindsDamage() throws IOException {
    disk.filesAtRest(PATH).flipBit("000001.log", 1100 * 8);
    assertEquals(List.of(State.DAMAGED, State.TAIL, State.FREE), states(verify(0)));
    assertThrows(CorruptLogException.class, () -> Records.replay(directory, OPTIONS, 0));
    assertEquals(List.of(State.RELEASED, State.TAIL, State.FREE), states(verify(984)));
  }

  @Test
  void aCheckFindsAShortFile() throws IOException {
    disk.filesAtRest(PATH).truncate("000002.log", 2000);
    assertEquals(List.of(State.COMPLETE, State.DAMAGED, State.FREE), states(verify(0)));
  }

  @Test
  void aCheckFindsAMissingSegment() throws IOException {
    disk.filesAtRest(PATH).remove("000001.log");
    assertEquals(List.of(State.DAMAGED, State.FREE), states(verify(0)));
    assertThrows(CorruptLogException.class, () -> Records.replay(directory, OPTIONS, 0));
  }

  @Test
  void aCheckTellsTornFromDamaged() throws IOException {
    try (Log log = Log.open(directory, OPTIONS, 0, new Records())) {
      for (int i = 0; i < 6; i++) {
        Records.append(log, Records.payload(i, 472)); // none of it forced
      }
    }
    SimulatedDisk cut = disk.crash(CrashState.EVERYTHING, 1);
    List<SegmentReport> whole =
        LogVerifier.verify(cut.openDirectory(PATH), 0, LogProof.NONE, new Records()).segments();
    assertEquals(
        List.of(State.COMPLETE, State.COMPLETE, State.COMPLETE, State.COMPLETE, State.TAIL),
        states(whole));
    cut.filesAtRest(PATH).zeroSector(whole.get(2).file(), 3);
    List<SegmentReport> torn =
        LogVerifier.verify(cut.openDirectory(PATH), 0, LogProof.NONE, new Records()).segments();
    assertEquals(
        List.of(State.COMPLETE, State.COMPLETE, State.TORN, State.COMPLETE, State.TAIL),
        states(torn));
    assertEquals(5, Records.replay(cut.openDirectory(PATH), OPTIONS, 0).size());
  }
}
