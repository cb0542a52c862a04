package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each bit of a small log flipped, each sector zeroed, each file cut at each byte: an opening gives
 * back all records, or those before the damage if nothing proves that more was durable, or refuses.
 */
class LogDamageTest {

  /** One bit in so many is flipped. */
  private static final int STEP = Trials.oneIn(1);

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);
  private static final String FIRST = "000001.log";
  private static final String SECOND = "000002.log";

  /** A record and where it lies; {@code mark} is what it says was durable. */
  private record Placed(Entry entry, String file, int offset, long mark) {

    int endOffset() { // without padding, which nothing depends on
      return offset + RecordHeader.BYTES + entry.bytes().capacity();
    }
  }

  private final SimulatedDisk disk = new SimulatedDisk();
  private final List<Placed> records = new ArrayList<>();
  private long secondMark;

  /** Two segments; the first three records of the second are unforced. */
  @BeforeEach
  void writeLog() throws IOException {
    try (Log log = Log.open(disk.openDirectory(PATH), OPTIONS, 0, new Records())) {
      long base = 0;
      String file = FIRST;
      for (int i = 0; i < 12; i++) {
        byte[] payload = payload(i, i == 5 ? 0 : 90 + i);
        long position = log.endPosition();
        long mark = log.durablePosition();
        append(log, payload);
        if (file.equals(FIRST) && log.endPosition() > OPTIONS.segmentBytes() - 1024) {
          file = SECOND;
          base = position;
          secondMark = mark;
        }
        int offset = (int) (1024 + position - base);
        records.add(new Placed(Entry.of(position, payload), file, offset, mark));
        if (i == 2 || i == 6 || i == 9) {
          log.force(log.endPosition());
        }
      }
    }
    assertEquals(SECOND, records.get(9).file());
    assertEquals(FIRST, records.get(7).file());
  }

  private interface Damage {
    void to(SimulatedDisk disk) throws IOException;
  }

  /** What an opening of the damaged log replays, or null if it refuses. */
  private @Nullable List<Entry> open(Damage damage) throws IOException {
    SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
    damage.to(damaged);
    List<Entry> seen = replayOnly(damaged);
    try {
      List<Entry> replayed = Records.replay(damaged.openDirectory(PATH), OPTIONS, 0);
      assertEquals(
          replayed,
          Records.replay(damaged.openDirectory(PATH), OPTIONS, 0),
          "a second opening differs");
      assertEquals(replayed, seen, "a replay differs from the opening");
      return replayed;
    } catch (CorruptLogException e) {
      assertEquals(null, seen, "a replay does not refuse");
      assertThrows(
          CorruptLogException.class, () -> Records.replay(damaged.openDirectory(PATH), OPTIONS, 0));
      return null;
    }
  }

  /** What a replay hands over, or null if it refuses. */
  private static @Nullable List<Entry> replayOnly(SimulatedDisk damaged) throws IOException {
    try {
      return Records.replayOnly(damaged.openDirectory(PATH), 0);
    } catch (CorruptLogException e) {
      return null;
    }
  }

  private List<Entry> entries(int count) {
    return records.subList(0, count).stream().map(Placed::entry).toList();
  }

  /** What is right when the records from this one on are damaged up to another. */
  private @Nullable List<Entry> expected(int firstBad, int firstGood) {
    if (firstBad == records.size()) {
      return entries(firstBad);
    }
    long position = records.get(firstBad).entry().position();
    boolean proven = records.get(firstBad).file().equals(FIRST) && secondMark > position;
    for (Placed later : records.subList(firstGood, records.size())) {
      proven |= later.mark() > position;
    }
    return proven ? null : entries(firstBad);
  }

  @Test
  void everyFlippedBit() throws IOException {
    int refused = 0;
    int torn = 0;
    for (String file : List.of(FIRST, SECOND)) {
      for (int bit = 0; bit < OPTIONS.segmentBytes() * 8; bit += STEP) {
        int flipped = bit;
        List<Entry> replayed = open(d -> d.filesAtRest(PATH).flipBit(file, flipped));
        assertEquals(expectedAfterFlip(file, bit / 8), replayed, file + " bit " + bit);
        refused += replayed == null ? 1 : 0;
        torn += replayed != null && replayed.size() < records.size() ? 1 : 0;
      }
    }
    assertTrue(refused > 5000 / STEP, "refused " + refused);
    assertTrue(torn > 1000 / STEP, "torn " + torn);
  }

  private @Nullable List<Entry> expectedAfterFlip(String file, int at) {
    for (int i = 0; i < records.size(); i++) {
      Placed record = records.get(i);
      if (record.file().equals(file) && at >= record.offset() && at < record.endOffset()) {
        return expected(i, i + 1);
      }
    }
    return entries(records.size()); // a header copy, padding, or behind the end
  }

  @Test
  void everyZeroedSector() throws IOException {
    for (String file : List.of(FIRST, SECOND)) {
      for (int sector = 2; sector < 4; sector++) {
        int zeroed = sector;
        int firstBad = records.size();
        int firstGood = 0;
        for (int i = records.size() - 1; i >= 0; i--) {
          Placed record = records.get(i);
          boolean hit =
              record.file().equals(file)
                  && record.offset() < (sector + 1) * 512
                  && record.endOffset() > sector * 512;
          firstBad = hit ? i : firstBad;
          firstGood = hit && firstGood == 0 ? i + 1 : firstGood;
        }
        assertEquals(
            expected(firstBad, firstGood),
            open(d -> d.filesAtRest(PATH).zeroSector(file, zeroed)),
            file + " sector " + sector);
      }
    }
  }

  @Test
  void everyTruncationOfTheFirstSegmentIsRefused() throws IOException {
    for (int length = 0; length < OPTIONS.segmentBytes(); length++) {
      int cut = length;
      assertEquals(null, open(d -> d.filesAtRest(PATH).truncate(FIRST, cut)), "cut at " + cut);
    }
  }

  /** Nothing proves that an empty last file was ever a segment. */
  @Test
  void everyTruncationOfTheLastSegmentIsRefusedButToNothing() throws IOException {
    for (int length = 0; length < OPTIONS.segmentBytes(); length++) {
      int cut = length;
      assertEquals(
          length == 0 ? entries(9) : null,
          open(d -> d.filesAtRest(PATH).truncate(SECOND, cut)),
          "cut at " + cut);
    }
  }

  @Test
  void aSegmentWithBothHeadersDestroyedIsRefused() throws IOException {
    for (String file : List.of(FIRST, SECOND)) {
      assertEquals(
          null,
          open(
              d -> {
                d.filesAtRest(PATH).flipBit(file, 100);
                d.filesAtRest(PATH).flipBit(file, 512 * 8 + 3000);
              }));
    }
  }

  @Test
  void missingSegmentsAreRefused() throws IOException {
    assertEquals(null, open(d -> d.filesAtRest(PATH).remove(FIRST)));
    assertEquals(null, open(d -> d.filesAtRest(PATH).remove(SECOND)), "the first one names it");
  }

  @Test
  void aFileUnderAnotherNumberIsRefused() throws IOException {
    assertEquals(
        null, open(d -> d.filesAtRest(PATH).write("000009.log", d.filesAtRest(PATH).read(SECOND))));
    assertEquals(
        null,
        open(
            d -> {
              byte[] first = d.filesAtRest(PATH).read(FIRST);
              d.filesAtRest(PATH).write(FIRST, d.filesAtRest(PATH).read(SECOND));
              d.filesAtRest(PATH).write(SECOND, first);
            }));
  }

  @Test
  void theMessageSaysWhatAndWhereAndWhatToDo() throws IOException {
    SimulatedDisk damaged = disk.crash(CrashState.EVERYTHING, 1);
    damaged.filesAtRest(PATH).flipBit(FIRST, (1024 + RecordHeader.BYTES) * 8);
    CorruptLogException e =
        assertThrows(
            CorruptLogException.class,
            () -> Records.replay(damaged.openDirectory(PATH), OPTIONS, 0));
    assertEquals(FIRST, e.file());
    assertEquals(1024, e.offset());
    assertEquals(
        "000001.log at offset 1024: expected records up to position "
            + records.get(9).entry().position()
            + " (the log was durable up to position "
            + records.get(10).entry().position()
            + "), found a record whose payload fails its checksum; restore the store from a checkpoint"
            + " or salvage it",
        e.getMessage());
  }
}
