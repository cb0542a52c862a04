package dev.malkoha.wal;

import static dev.malkoha.wal.LogFormat.HEADER_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Records.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Segments full of the valid records of an earlier life, with a new life's bytes over the first
 * part of them, up to every byte: no record of the earlier life is ever seen.
 */
class RecycledSegmentTest {

  private static final int SIZE = 2048;
  private static final String NAME = LogFormat.name(1);
  private static final long NEW_GENERATION = 0x5EED_0002;

  private static SegmentHeader header(long generation, long base, long sequence) {
    return SegmentHeader.first(1, SIZE, sequence, generation, base, 0);
  }

  /** A segment with as many records as fit, of lengths taken in turn. */
  private static byte[] image(SegmentHeader header, int... lengths) throws IOException {
    try (HeapFile file = new HeapFile(NAME, new byte[SIZE])) {
      SegmentWriter writer = new SegmentWriter(header, file, new RecordHeader());
      for (int i = 0; ; i++) {
        int length = lengths[Math.min(i, lengths.length - 1)];
        if (!writer.hasRoom(LogFormat.recordBytes(length))) {
          return file.bytes();
        }
        byte[] payload = Records.payload(header.generation() + i, length);
        writer.append(payload, 0, length, header.base());
      }
    }
  }

  private static List<Entry> read(byte[] image) throws IOException {
    try (ReadableFile file = new HeapFile(NAME, image)) {
      SegmentHeader header = SegmentHeader.read(file);
      List<Entry> entries = new ArrayList<>();
      if (header != null && header.generation() == NEW_GENERATION) {
        SegmentReader reader = new SegmentReader(file, header);
        while (reader.next()) {
          int from = reader.payloadOffset();
          int to = from + reader.payloadLength();
          entries.add(Entry.of(reader.position(), Arrays.copyOfRange(reader.buffer(), from, to)));
        }
        assertEquals(Long.MAX_VALUE - 1, reader.rest(Long.MAX_VALUE - 1).highestMark());
        assertEquals(header.base(), reader.rest(header.base()).highestMark(), "a stale mark");
      }
      return entries;
    }
  }

  /**
   * Old records of every length and at every alignment, at the same positions as the new ones (the
   * earlier life was lost in a crash) and at others; new records cut at every byte.
   */
  @Test
  void noOldRecordIsSeenWhereverTheNewOnesEnd() throws IOException {
    long cases = 0;
    int[][] newLives = {{100}, {0}, {37, 8, 61}, {976}, {1000}};
    for (int[] lengths : newLives) {
      byte[] fresh = image(header(NEW_GENERATION, 4096, 9), lengths);
      List<Entry> all = read(fresh);
      for (int old = 0; old < 40; old++) {
        long oldBase = old % 2 == 0 ? 4096 : 4096 - 8L * old;
        byte[] stale = image(header(0x01D0_0001 + old, oldBase, 3), 8 * (old % 5), old * 3, old);
        for (int cut = HEADER_BYTES; cut <= SIZE; cut++) {
          byte[] mixed = stale.clone();
          System.arraycopy(fresh, 0, mixed, 0, cut);
          assertEquals(whole(all, fresh, mixed), read(mixed), "old " + old + " cut " + cut);
          cases++;
        }
      }
    }
    assertTrue(cases >= 200_000, "cases: " + cases);
  }

  /**
   * By chance a record of the earlier life is one byte away from one of this life, once in a
   * million kills: what it says was durable gives it away, and nothing is told of damage.
   */
  @Test
  void anOldRecordThatIsNearlyValidIsNoDamage() throws IOException {
    SegmentHeader header = header(NEW_GENERATION, 4096, 9);
    assertTrue(endsInDamage(header, header.base()));
    assertFalse(endsInDamage(header, header.base() - 1));
  }

  private static boolean endsInDamage(SegmentHeader header, long mark) throws IOException {
    try (HeapFile file = new HeapFile(NAME, new byte[SIZE])) {
      header.store(file);
      byte[] payload = Records.payload(1, 100);
      new SegmentWriter(header, file, new RecordHeader()).append(payload, 0, payload.length, mark);
      file.bytes()[HEADER_BYTES + RecordHeader.BYTES - 1] ^= 1;
      SegmentReader reader = new SegmentReader(file, header);
      assertFalse(reader.next());
      return reader.endsInDamagedRecord();
    }
  }

  /** The leading records whose bytes are all there. */
  private static List<Entry> whole(List<Entry> all, byte[] fresh, byte[] mixed) {
    int count = 0;
    for (Entry entry : all) {
      int from = (int) (entry.position() - 4096 + HEADER_BYTES);
      int to = from + RecordHeader.BYTES + entry.bytes().capacity();
      if (!Arrays.equals(fresh, from, to, mixed, from, to)) {
        break;
      }
      count++;
    }
    return all.subList(0, count);
  }

  /** A header that is lost wholly or in either sector: the segment is of one life or the other. */
  @Test
  void aLostHeaderSectorGivesOneLifeOrTheOther() throws IOException {
    byte[] fresh = image(header(NEW_GENERATION, 4096, 9), 100);
    byte[] stale = image(header(0x01D0_0001, 4096, 3), 100);
    for (int lost = 0; lost < 4; lost++) {
      byte[] mixed = fresh.clone();
      for (int copy = 0; copy < 2; copy++) {
        if ((lost & (1 << copy)) != 0) {
          System.arraycopy(stale, copy * 512, mixed, copy * 512, 512);
        }
      }
      assertEquals(lost == 3 ? 0 : 7, read(mixed).size());
    }
  }

  /** The same through a whole log: a used log's files, cut at every byte of every new record. */
  @Test
  void aLogInUsedFilesEndsWhereItsOwnBytesEnd() throws IOException {
    Path path = Path.of("/log");
    LogOptions options = new LogOptions(SIZE, 2);
    SimulatedDisk disk = new SimulatedDisk();
    long from;
    try (Log log = Log.open(disk.openDirectory(path), options, 0, new Records())) {
      for (int i = 0; i < 40; i++) {
        Records.append(log, Records.payload(i, 100));
      }
      from = log.endPosition();
      log.force(from);
      log.release(from);
    }
    SimulatedDisk before = disk.crash(CrashState.EVERYTHING, 1);
    List<Entry> appended = new ArrayList<>();
    try (Log log = Log.open(before.openDirectory(path), options, from, new Records())) {
      for (int i = 0; i < 7; i++) {
        byte[] payload = Records.payload(1000 + i, 100);
        appended.add(Entry.of(log.endPosition(), payload));
        Records.append(log, payload);
      }
    }
    SimulatedDisk after = before.crash(CrashState.EVERYTHING, 1);
    String used = differing(disk, after, path);
    byte[] stale = disk.filesAtRest(path).read(used);
    byte[] fresh = after.filesAtRest(path).read(used);
    for (int cut = HEADER_BYTES; cut <= SIZE; cut++) {
      byte[] mixed = stale.clone();
      System.arraycopy(fresh, 0, mixed, 0, cut);
      SimulatedDisk torn = after.crash(CrashState.EVERYTHING, 1);
      torn.filesAtRest(path).write(used, mixed);
      List<Entry> replayed = Records.replay(torn.openDirectory(path), options, from);
      int expected = Math.min(7, (cut - HEADER_BYTES + 4) / 128);
      assertEquals(appended.subList(0, expected), replayed, "cut " + cut);
    }
  }

  /** The file that the new life was written to. */
  private static String differing(SimulatedDisk one, SimulatedDisk other, Path path)
      throws IOException {
    for (String name : other.filesAtRest(path).names()) {
      if (one.filesAtRest(path).names().contains(name)
          && !Arrays.equals(one.filesAtRest(path).read(name), other.filesAtRest(path).read(name))) {
        return name;
      }
    }
    throw new AssertionError("no file was used again");
  }
}
