package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log does while nothing goes wrong. */
class LogTest {

  private static final LogOptions SMALL = new LogOptions(2048, 2);
  private static final LogOptions FOUR_KIB = new LogOptions(4096, 3);

  private Directory directory;

  @BeforeEach
  void openDirectory() throws IOException {
    directory = new SimulatedDisk().openDirectory(Path.of("/log"));
  }

  private Log open(LogOptions options, long from, Records into) throws IOException {
    return Log.open(directory, options, from, into);
  }

  @Test
  void givesBackRecordsOfEveryLengthOverManySegments() throws IOException {
    List<byte[]> appended = new ArrayList<>();
    Log log = open(SMALL, 0, new Records());
    for (int length = 0; length < 700; length++) {
      appended.add(payload(length, length));
      append(log, appended.get(length));
    }
    long end = log.endPosition();
    log.close();
    Records records = new Records();
    try (Log again = open(SMALL, 0, records)) {
      assertEquals(end, again.endPosition());
      assertEquals(end, again.durablePosition());
    }
    assertEquals(appended.size(), records.payloads().size());
    for (int i = 0; i < appended.size(); i++) {
      assertArrayEquals(appended.get(i), records.payloads().get(i));
    }
  }

  @Test
  void replaysFromEveryRecordPositionOn() throws IOException {
    List<Long> positions = new ArrayList<>(List.of(0L));
    try (Log log = open(SMALL, 0, new Records())) {
      for (int i = 0; i < 40; i++) {
        positions.add(append(log, payload(i, i * 5)));
      }
    }
    for (int i = 0; i < positions.size(); i++) {
      List<Records.Entry> entries = Records.replay(directory, SMALL, positions.get(i));
      assertEquals(40 - i, entries.size());
      for (int k = 0; k < entries.size(); k++) {
        assertEquals(positions.get(i + k), entries.get(k).position());
        assertArrayEquals(payload(i + k, (i + k) * 5), entries.get(k).payload());
      }
    }
  }

  @Test
  void refusesAStartPositionInsideARecord() throws IOException {
    try (Log log = open(SMALL, 0, new Records())) {
      append(log, payload(1, 100));
    }
    assertThrows(CorruptLogException.class, () -> open(SMALL, 64, new Records()));
    assertThrows(IllegalArgumentException.class, () -> open(SMALL, 63, new Records()));
    assertThrows(IllegalArgumentException.class, () -> open(SMALL, -8, new Records()));
  }

  @Test
  void goesOnFromAStartPositionBeyondItsEnd() throws IOException {
    try (Log log = open(SMALL, 0, new Records())) {
      append(log, payload(1, 100));
    }
    Records records = new Records();
    try (Log log = open(SMALL, 8000, records)) {
      assertEquals(8000, log.endPosition());
      append(log, payload(2, 10));
    }
    assertTrue(records.entries().isEmpty());
    List<Records.Entry> entries = Records.replay(directory, SMALL, 8000);
    assertEquals(1, entries.size());
    assertEquals(8000, entries.getFirst().position());
  }

  @Test
  void givesALongRecordASegmentOfItsOwnAndDeletesItOnRelease() throws IOException {
    byte[] big = payload(7, 100_000);
    try (Log log = open(SMALL, 0, new Records())) {
      append(log, big); // the first segment stays empty
      append(log, payload(1, 10));
      append(log, big);
      long end = append(log, payload(2, 10));
      log.force(end);
    }
    Records records = new Records();
    try (Log log = open(SMALL, 0, records)) {
      assertEquals(4, records.payloads().size());
      assertArrayEquals(big, records.payloads().get(0));
      assertArrayEquals(big, records.payloads().get(2));
      log.release(log.endPosition());
      log.prepareSpare();
    }
    for (String name : directory.list()) {
      assertEquals(SMALL.segmentBytes(), directory.size(name));
    }
  }

  @Test
  void usesReleasedSegmentsAgainAndKeepsFewFree() throws IOException {
    try (Log log = open(SMALL, 0, new Records())) {
      for (int i = 0; i < 1000; i++) {
        append(log, payload(i, 200));
        if (i % 10 == 0) {
          log.release(log.endPosition());
          log.prepareSpare();
        }
        assertTrue(directory.list().size() <= 8, "files: " + directory.list().size());
      }
    }
  }

  @Test
  void givesReleasedSegmentsBackAtRestAndGoesOn() throws IOException {
    LogOptions keepsMany = new LogOptions(SMALL.segmentBytes(), 100);
    long floor;
    try (Log log = open(keepsMany, 0, new Records())) {
      for (int i = 0; i < 500; i++) {
        append(log, payload(i, 200));
      }
      floor = log.endPosition();
      log.release(floor);
      assertTrue(directory.list().size() > 8, "files: " + directory.list().size());
      log.trim();
      assertTrue(directory.list().size() <= 2, "files: " + directory.list().size());
      append(log, payload(1, 200));
    }
    assertEquals(1, Records.replay(directory, SMALL, floor).size());
  }

  @Test
  void doesNotGrowByBeingOpened() throws IOException {
    try (Log log = open(SMALL, 0, new Records())) {
      append(log, payload(1, 1));
    }
    for (int i = 0; i < 20; i++) {
      assertEquals(1, Records.replay(directory, SMALL, 0).size());
    }
    assertTrue(directory.list().size() <= 3, "files: " + directory.list().size());
  }

  @Test
  void toleratesAnotherSegmentSize() throws IOException {
    for (int i = 0; i < 12; i++) {
      try (Log log = open(i % 2 == 0 ? SMALL : FOUR_KIB, 0, new Records())) {
        append(log, payload(i, 300));
      }
    }
    assertEquals(12, Records.replay(directory, SMALL, 0).size());
  }

  @Test
  void looksAtNoOtherFiles() throws IOException {
    for (String name : List.of("1.log", "abc.log", "000001.sst", "0000001.log", "000001.log.bak")) {
      directory.create(name).close();
    }
    Records.replay(directory, SMALL, 0);
    assertEquals(6, directory.list().size());
  }

  @Test
  void limitsTheLengthOfARecordBeforeWritingAnything() throws IOException {
    LogEnvironment limited = new LogEnvironment(LogEnvironment.DEFAULT.generations(), 1000);
    try (Log log =
        RecoveredLog.recover(directory, 0, LogProof.NONE, new Records(), limited).open(SMALL)) {
      append(log, payload(1, 1000));
      long end = log.endPosition();
      assertThrows(IllegalArgumentException.class, () -> append(log, payload(2, 1001)));
      assertEquals(end, log.endPosition());
      append(log, payload(3, 1000)); // it is not sealed
    }
    assertEquals(2, Records.replay(directory, SMALL, 0).size());
    assertEquals(1 << 30, LogEnvironment.DEFAULT.maxRecordBytes());
  }

  @Test
  void checksItsArguments() throws IOException {
    try (Log log = open(SMALL, 0, new Records())) {
      assertThrows(IndexOutOfBoundsException.class, () -> log.append(new byte[10], 5, 6));
      assertThrows(IndexOutOfBoundsException.class, () -> log.append(new byte[10], -1, 5));
      assertThrows(IllegalArgumentException.class, () -> log.force(8));
      assertEquals(0, log.endPosition());
    }
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(1024));
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(2049));
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(2L << 30));
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(4096, 0));
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(1024, 4096, 1));
    assertThrows(IllegalArgumentException.class, () -> new LogOptions(8192, 4096, 1));
  }

  @Test
  void refusesUseAfterClose() throws IOException {
    Log log = open(SMALL, 0, new Records());
    log.close();
    log.close();
    assertThrows(IllegalStateException.class, () -> append(log, payload(1, 1)));
    assertThrows(IllegalStateException.class, () -> log.force(0));
    assertThrows(IllegalStateException.class, log::prepareSpare);
    log.release(8);
  }

  @Test
  void worksOnARealDisk(@TempDir Path path) throws IOException {
    try (Directory real = FileDisk.INSTANCE.openDirectory(path.resolve("db"))) {
      for (int life = 0; life < 3; life++) {
        Records records = new Records();
        try (Log log = Log.open(real, FOUR_KIB, 0, records)) {
          assertEquals(100 * life, records.entries().size());
          for (int i = 0; i < 100; i++) {
            append(log, payload(100L * life + i, 140));
          }
          log.force(log.endPosition());
          log.prepareSpare();
        }
      }
      Records records = new Records();
      try (Log log = Log.open(real, FOUR_KIB, 0, records)) {
        for (int i = 0; i < 300; i++) {
          assertArrayEquals(payload(i, 140), records.payloads().get(i));
        }
        log.release(log.endPosition());
        append(log, payload(1, 5000));
        append(log, payload(2, 50));
        log.force(log.endPosition());
      }
    }
  }
}
