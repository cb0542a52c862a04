package dev.malkoha.sstable.sidecar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.Deletions;
import dev.malkoha.sstable.Entry;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.Tables;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections with right checksums, written number by number, that no writer writes. */
class CraftedSidecarTest {

  private static final long SIDECAR = 5;
  private static final long TABLE = 3;

  /** Portable Roaring of the ordinals 2 and 3. */
  private static final String BITMAP = "58 48 0 0 1 0 0 0 0 0 1 0 16 0 0 0 2 0 3 0";

  private final TableReader table;

  CraftedSidecarTest() throws IOException {
    Tables tables = new Tables();
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < 6; i++) {
      entries.add(Entry.of("key" + i, 1, ""));
    }
    table = tables.open(tables.build(entries, Tables.options(256, Codecs.NONE)));
    assertEquals(1, table.properties().dataBlocks());
  }

  /**
   * Reads a section of a content given as numbers: B and what follows a bitmap, or varints.
   *
   * @param version of the format that the header names
   */
  private TableDeletions read(int version, String content, int crcChange) throws IOException {
    ByteWriter bytes = new ByteWriter(64);
    bytes.write(Frame.header(SidecarFormat.MAGIC, version, SIDECAR), 0, Frame.HEADER_BYTES);
    byte[] section = section(content);
    SidecarSection place =
        SidecarFormat.seal(section, section.length, SIDECAR, bytes.length(), TABLE);
    bytes.write(section, 0, section.length);
    byte[] footer = SidecarFormat.footer(SIDECAR, bytes.length(), 1);
    bytes.write(footer, 0, footer.length);
    HeapFile file = new HeapFile(Arrays.copyOf(bytes.array(), bytes.length()));
    SidecarSection noted =
        new SidecarSection(place.offset(), place.length(), place.crc() ^ crcChange);
    return SidecarReader.read(file, SIDECAR, noted, TABLE, table);
  }

  private static byte[] section(String content) {
    ByteWriter into = new ByteWriter(64);
    into.write(new byte[SidecarFormat.SECTION_CONTENT], 0, SidecarFormat.SECTION_CONTENT);
    for (String part : content.split(";", -1)) {
      for (String number : part.replace("B", BITMAP).trim().split(" ", -1)) {
        into.writeVarint(Long.parseUnsignedLong(number));
      }
    }
    return Arrays.copyOf(into.array(), into.length());
  }

  @Test
  void aContentThatIsRightIsRead() throws IOException {
    BitSet dead = new BitSet();
    dead.set(2, 4);
    TableDeletions expected =
        new TableDeletions(
            Deletions.vector(dead, 6), 2, new long[] {7L << 32 | 5, 4_294_967_295L << 32 | 9});
    assertEquals(expected, read(2, "6 2 2; 20 B; 2 7 5 4294967288 9", 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, Integer.MAX_VALUE})
  void anUnknownVersionIsRefused(int version) {
    CorruptSidecarException e =
        assertThrows(
            CorruptSidecarException.class, () -> read(version, "6 2 2; 20 B; 2 7 5 0 5", 0));
    assertTrue(String.valueOf(e.getMessage()).contains("reads version 2 only"), e.getMessage());
  }

  @Test
  void aSoundSectionThatIsNotTheNotedOneIsRefused() {
    CorruptSidecarException e =
        assertThrows(CorruptSidecarException.class, () -> read(2, "6 2 2; 20 B; 2 7 5 0 5", 1));
    assertTrue(String.valueOf(e.getMessage()).contains("checksum"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "6 2 2; 20 B; 2 7 5 0 4, out of order",
    "6 2 2; 20 B; 2 7 0 0 4, no filter has",
    "6 2 2; 20 B; 2 7 5 0 4294967296, no filter has",
    "6 2 2; 20 B; 2 4294967296 5 0 6, no filter has",
    "6 2 2; 20 B; 2 7 5 4294967289 6, no filter has",
    "6 2 2; 20 B; 2 7 5 18446744073709551615 6, no filter has",
    "6 2 2; 20 B; 3 7 5 0 6 0 6, 3 removals",
    "6 2 2; 20 B; 4 7 5 0 6 0 6 0 6, 4 removals",
    "6 2 2; 20 B; 5 7 5 0 6 0 6 0 6 0 6, number up to 4",
    "6 2 2; 20 B; 1 7 5, 1 removals",
    "6 2 2; 20 B; 2 7 5 0 6 0, 1 more bytes",
    "6 2 2; 20 B; 2 7 5 0, runs over the end",
    "6 2 2; 21 B 0; 2 7 5 0 6, bitmap",
    "6 2 2; 19 B; 2 7 5 0 6, bitmap",
    "6 2 2; 99 B; 2 7 5 0 6, number up to",
    "6 3 2; 20 B; 2 7 5 0 6, expected 3 dead entries",
    "6 2 3; 20 B; 2 7 5 0 6, number up to 2",
    "6 2 1; 20 B; 1 7 5, dead keys",
    "7 2 2; 20 B; 2 7 5 0 6, those of one of 7",
    "3 2 2; 20 B; 2 7 5 0 6, not below",
    "2147483648 2 2; 20 B; 2 7 5 0 6, number up to",
    "6 2 2; 20 B; 1 0 4; 2 7 5 0 6, 5 more bytes"
  })
  void aContentThatIsWrongIsRefused(String content, String problem) {
    CorruptSidecarException e =
        assertThrows(CorruptSidecarException.class, () -> read(2, content, 0));
    assertTrue(String.valueOf(e.getMessage()).contains(problem), e.getMessage());
    assertEquals(Frame.HEADER_BYTES, e.offset());
  }
}
