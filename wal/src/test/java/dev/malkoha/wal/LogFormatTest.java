package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of a segment are those of the worked example in docs/format/log.md, both ways. */
class LogFormatTest {

  private static final Path PATH = Path.of("/log");
  private static final Path DOCUMENT = Path.of("../docs/format/log.md");
  private static final SegmentHeader HEADER =
      new SegmentHeader(
          7, 2048, 3, 0x0123456789ABCDEFL, 4096, 20, 2, 0xFEDCBA9876543210L, 1024, 2048);

  private SimulatedDisk disk;
  private Directory directory;

  @BeforeEach
  void openDirectory() throws IOException {
    disk = new SimulatedDisk();
    directory = disk.openDirectory(PATH);
  }

  private FilesAtRest files() {
    return disk.filesAtRest(PATH);
  }

  @Test
  void writesTheBytesOfTheExample() throws IOException {
    try (MappedFile file = directory.allocate("000007.log", HEADER.capacity())) {
      SegmentWriter writer = new SegmentWriter(HEADER, file, new RecordHeader());
      byte[] name = "malkoha".getBytes(StandardCharsets.US_ASCII);
      assertEquals(4128, writer.append(name, 0, name.length, 2048));
      assertEquals(4152, writer.append(name, 0, 0, 4128));
    }
    assertEquals(example(), hex(files().read("000007.log")));
  }

  @Test
  void readsTheBytesOfTheExample() throws IOException {
    files().write("000007.log", bytes(example()));
    Records records = new Records();
    Log.open(directory, new LogOptions(2048), 4096, records).close();
    assertEquals(2, records.entries().size());
    assertEquals(
        Records.Entry.of(4096, "malkoha".getBytes(StandardCharsets.US_ASCII)),
        records.entries().get(0));
    assertEquals(Records.Entry.of(4128, new byte[0]), records.entries().get(1));
  }

  @Test
  void headerSurvivesTheLossOfEitherCopy() throws IOException {
    byte[] block = HEADER.encode();
    for (int copy = 0; copy < 2; copy++) {
      byte[] damaged = block.clone();
      damaged[copy * 512 + 20] ^= 1;
      files().write("000007.log", damaged);
      try (ReadableFile file = directory.open("000007.log")) {
        assertEquals(HEADER, SegmentHeader.read(file));
      }
    }
  }

  @Test
  void theLaterOfTwoHeaderCopiesCounts() throws IOException {
    SegmentHeader later = HEADER.successor(7, 2048, 9, 5, 8192, 30, 8192);
    byte[] block = HEADER.encode();
    System.arraycopy(later.encode(), 0, block, 512, 512);
    files().write("000007.log", block);
    try (ReadableFile file = directory.open("000007.log")) {
      assertEquals(later, SegmentHeader.read(file));
    }
  }

  @Test
  void everyBitOfAHeaderSectorCounts() throws IOException {
    byte[] sector = new byte[512];
    System.arraycopy(HEADER.encode(), 0, sector, 0, sector.length);
    assertNotNull(SegmentHeader.decode(sector, 0, "x"));
    for (int bit = 0; bit < sector.length * 8; bit++) {
      sector[bit / 8] ^= (byte) (1 << (bit % 8));
      assertNull(SegmentHeader.decode(sector, 0, "x"), "bit " + bit);
      sector[bit / 8] ^= (byte) (1 << (bit % 8));
    }
  }

  @Test
  void refusesHeadersThatNoWriterMakes() {
    refuses(8, 2); // version
    refuses(24, 100); // capacity below the header block
    refuses(24, Long.MAX_VALUE);
    refuses(32, 1); // sequence not above the predecessor's
    refuses(48, 8); // base before the predecessor's
    refuses(48, 4097); // not aligned
    refuses(48, Long.MAX_VALUE - 7);
    refuses(56, -1); // records before
    refuses(88, 5000); // durable mark beyond the base
  }

  private static void refuses(int at, long value) {
    byte[] sector = new byte[512];
    System.arraycopy(HEADER.encode(), 0, sector, 0, sector.length);
    int bytes = at == 8 ? 4 : 8;
    for (int i = 0; i < bytes; i++) {
      sector[at + i] = (byte) (value >>> (8 * i));
    }
    CRC32C crc = new CRC32C();
    crc.update(sector, 0, 508);
    for (int i = 0; i < 4; i++) {
      sector[508 + i] = (byte) (crc.getValue() >>> (8 * i));
    }
    assertThrows(CorruptLogException.class, () -> SegmentHeader.decode(sector, 0, "x"));
  }

  @Test
  void namesAreSlotNumbers() {
    assertEquals("000007.log", LogFormat.name(7));
    assertEquals("1234567.log", LogFormat.name(1_234_567));
    assertEquals(OptionalLong.of(1_234_567), LogFormat.slot("1234567.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("0000007.log"));
    assertEquals(OptionalLong.of(7), LogFormat.slot("000007.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("7.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("00000a.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("00000\u0667.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("-00007.log"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("000007.lag"));
    assertEquals(OptionalLong.empty(), LogFormat.slot("9999999999999999999.log"));
  }

  /** The hex block of the document. */
  private static String example() throws IOException {
    String document = Files.readString(DOCUMENT);
    String open = "```hex\n";
    int from = document.indexOf(open) + open.length();
    return document.substring(from, document.indexOf("```", from));
  }

  /** Lines of sixteen bytes after their offset; lines of zero bytes are left out. */
  private static String hex(byte[] bytes) {
    HexFormat format = HexFormat.ofDelimiter(" ");
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < bytes.length; at += 16) {
      String line = format.formatHex(bytes, at, at + 16);
      if (!line.matches("[0 ]*")) {
        out.append(String.format("%04x: %s%n", at, line));
      }
    }
    return out.toString();
  }

  private static byte[] bytes(String hex) {
    byte[] bytes = new byte[2048];
    for (String line : hex.split("\n", -1)) {
      if (!line.isBlank()) {
        byte[] parsed = HexFormat.ofDelimiter(" ").parseHex(line.substring(6).strip());
        System.arraycopy(parsed, 0, bytes, Integer.parseInt(line, 0, 4, 16), parsed.length);
      }
    }
    return bytes;
  }
}
