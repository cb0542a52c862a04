package dev.malkoha.engine.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The file that lists a checkpoint's files. */
final class FileListTest {

  private static final FileList EXAMPLE =
      new FileList(
          0x0123_4567_89ab_cdefL,
          655,
          List.of(
              new Checkpoint.File("000001.log", 16384, 0x0a0b_0c0d),
              new Checkpoint.File("000007.sst", 1234, 0x8102_0304),
              new Checkpoint.File("000009.dv", 99, 0),
              new Checkpoint.File("MANIFEST-000010", 345, -1),
              new Checkpoint.File("CURRENT", 28, 0x7fff_ffff)));

  private Directory directory;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = new SimulatedDisk().openDirectory(Path.of("/one"));
    directory.create("CURRENT").close();
  }

  private FileList read(String text) throws IOException {
    if (directory.exists("CHECKPOINT")) {
      directory.delete("CHECKPOINT");
    }
    try (WritableFile file = directory.create("CHECKPOINT")) {
      file.append(text.getBytes(UTF_8), 0, text.getBytes(UTF_8).length);
    }
    return FileList.read(directory);
  }

  private static String signed(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return text + "crc " + HexFormat.of().toHexDigits(Crc32c.of(bytes, 0, bytes.length)) + "\n";
  }

  @Test
  void isAsItsFormatPageShowsIt() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "format", "checkpoint.md"), UTF_8);
    int open = page.indexOf("```\n", page.indexOf("## Example")) + 4;
    String shown = page.substring(open, page.indexOf("```", open));
    assertEquals(shown, new String(EXAMPLE.encode(), UTF_8));
    assertEquals(EXAMPLE, read(shown));
  }

  /** With a checksum that verifies: what nobody of ours has written is refused all the same. */
  @Test
  void refusesWhatNobodyWouldWrite() throws IOException {
    String title = "malkoha checkpoint 1\n";
    String store = "store 0123456789abcdef\n";
    String sequence = "sequence 5\n";
    String current = "file CURRENT 28 00000000\n";
    assertEquals(5, read(signed(title + store + sequence + current)).sequence());
    for (String wrong :
        List.of(
            "",
            title,
            title + store + sequence,
            title + sequence + store + current,
            title + store + "sequence 05\n" + current,
            title + store + "sequence -5\n" + current,
            title + store.toUpperCase(Locale.ROOT) + sequence + current,
            title + store + sequence + "file ../x.sst 1 00000000\n" + current,
            title + store + sequence + "file LOCK 1 00000000\n" + current,
            title + store + sequence + current + "file 000001.sst 1 00000000\n",
            title + store + sequence + "file 000001.sst  1 00000000\n" + current,
            title + store + sequence + current.replace("\n", "\r\n"),
            title + store + sequence + current + "\n")) {
      assertThrows(DbCorruptionException.class, () -> read(signed(wrong)), wrong);
    }
    assertThrows(DbCorruptionException.class, () -> read(title + store + sequence + current));
  }

  @Test
  void saysWhatALaterReleaseWrote() {
    DbException e =
        assertThrows(
            DbFormatException.class,
            () -> read(signed("malkoha checkpoint 2\nsomething\nelse\nand more\n")));
    assertTrue(String.valueOf(e.getMessage()).contains("format 2"), e.getMessage());
  }

  @Test
  void needsCurrentBesideIt() throws IOException {
    directory.delete("CURRENT");
    String list = new String(EXAMPLE.encode(), UTF_8);
    assertThrows(DbCorruptionException.class, () -> read(list));
  }
}
