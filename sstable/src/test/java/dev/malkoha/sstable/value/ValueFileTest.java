package dev.malkoha.sstable.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.BlockWriter;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Values come back from where pointers say, and never otherwise than they were. */
class ValueFileTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "value.md");
  private static final long SEED = Trials.seed();
  private static final long NUMBER = 8;
  private static final long FILE_ID = 9;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<byte[]> values = new ArrayList<>();
  private final List<byte[]> pointers = new ArrayList<>();

  private byte[] write(int codec) throws IOException {
    try (Directory directory = ((Disk) new SimulatedDisk()).openDirectory(Path.of("/values"))) {
      try (ValueFileWriter writer =
          new ValueFileWriter(directory.create("a"), NUMBER, FILE_ID, Codecs.ready(codec))) {
        ValuePointer pointer = new ValuePointer();
        byte[] into = new byte[ValuePointer.MOST_BYTES];
        for (byte[] value : values) {
          byte[] around = new byte[value.length + 7];
          System.arraycopy(value, 0, around, 3, value.length);
          writer.add(around, 3, value.length, pointer);
          pointers.add(Arrays.copyOf(into, pointer.write(into)));
        }
        writer.finish();
      }
      try (ReadableFile file = directory.open("a")) {
        byte[] bytes = new byte[(int) file.size()];
        file.read(0, bytes, 0, bytes.length);
        return bytes;
      }
    }
  }

  private byte[] noise(int length) {
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  @Test
  void aVeryLongValueIsStoredPlain() throws IOException {
    int longest = (int) BlockWriter.LONGEST_PACKED;
    values.add(new byte[longest]);
    values.add(new byte[longest + 1]);
    values.getLast()[longest] = 1;
    byte[] bytes = write(Codecs.LZ4);
    assertTrue(pointer(pointers.getFirst()).storedLength() < longest / 8);
    assertEquals(longest + 1, pointer(pointers.getLast()).storedLength());
    try (ValueFileReader reader = ValueFileReader.open(new HeapFile(bytes), FILE_ID)) {
      for (int i = 0; i < values.size(); i++) {
        assertArrayEquals(values.get(i), reader.read(pointer(pointers.get(i))));
      }
    }
  }

  private static ValuePointer pointer(byte[] bytes) {
    ValuePointer pointer = new ValuePointer();
    pointer.read(bytes, 0, bytes.length);
    return pointer;
  }

  @Test
  void theExampleIsWhatIsWritten() throws IOException {
    values.add("value one".getBytes(UTF_8));
    values.add("z".repeat(300).getBytes(UTF_8));
    byte[] bytes = write(Codecs.LZ4);
    String page = Files.readString(PAGE);
    int open = page.indexOf("```", page.indexOf("## Example")) + 3;
    StringBuilder example = new StringBuilder();
    for (String line : page.substring(open, page.indexOf("```", open)).lines().toList()) {
      example.append(line.split("  ", -1)[0].replace(" ", ""));
    }
    assertEquals(HexFormat.of().formatHex(bytes), example.toString());
    HexFormat spaced = HexFormat.ofDelimiter(" ");
    for (byte[] pointer : pointers) {
      assertTrue(page.contains("`" + spaced.formatHex(pointer) + "`"), spaced.formatHex(pointer));
    }
  }

  @Test
  void valuesOfAllLengthsComeBack() throws IOException {
    for (int length : new int[] {0, 1, 7, 8, 9, 4095, 4096, 4097, 8192, 100_000, 1 << 20}) {
      values.add(noise(length));
      values.add(new byte[length]);
    }
    byte[] bytes = write(Codecs.LZ4);
    ValueFileReader reader = ValueFileReader.open(new HeapFile(bytes), FILE_ID);
    byte[] buffer = {};
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < values.size(); i++) {
        ValuePointer pointer = pointer(pointers.get(i));
        byte[] value = values.get(i);
        assertEquals(value.length, pointer.rawLength());
        assertArrayEquals(value, reader.read(pointer));
        buffer = reader.read(pointer, buffer);
        assertArrayEquals(value, Arrays.copyOf(buffer, value.length));
      }
    }
  }

  @Test
  void anyChangedByteIsNoticed() throws IOException {
    values.add(noise(300));
    values.add(new byte[5000]);
    values.add(noise(5000));
    byte[] sound = write(Codecs.LZ4);
    for (int at = 0; at < sound.length; at++) {
      byte[] damaged = sound.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      int refused = refused(damaged);
      assertTrue(refused == 1 || (at < Frame.HEADER_BYTES && refused == 3), "byte " + at);
    }
  }

  /** How many values cannot be read; of the others each is right. */
  private int refused(byte[] bytes) throws IOException {
    int refused = 0;
    for (int i = 0; i < values.size(); i++) {
      try {
        ValueFileReader reader = ValueFileReader.open(new HeapFile(bytes), FILE_ID);
        assertArrayEquals(values.get(i), reader.read(pointer(pointers.get(i))));
      } catch (CorruptValueException e) {
        refused++;
      }
    }
    return refused;
  }

  @Test
  void aValueThatChangedAfterItWasReadIsRefused() throws IOException {
    values.add(noise(5000));
    byte[] bytes = write(Codecs.NONE);
    ValueFileReader reader = ValueFileReader.open(new HeapFile(bytes), FILE_ID);
    ValuePointer pointer = pointer(pointers.get(0));
    assertArrayEquals(values.get(0), reader.read(pointer));
    bytes[100] ^= 1; // the file is this array
    assertThrows(CorruptValueException.class, () -> reader.read(pointer));
  }

  @Test
  void soundBytesInTheWrongPlaceDoNotPass() throws IOException {
    values.add(noise(300));
    values.add(noise(300));
    byte[] bytes = write(Codecs.NONE);
    assertThrows(
        CorruptValueException.class, () -> ValueFileReader.open(new HeapFile(bytes), FILE_ID + 1));
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, Frame.HEADER_BYTES, swapped, Frame.HEADER_BYTES + 305, 305);
    ValueFileReader reader = ValueFileReader.open(new HeapFile(swapped), FILE_ID);
    assertArrayEquals(values.get(0), reader.read(pointer(pointers.get(0))));
    CorruptValueException e =
        assertThrows(CorruptValueException.class, () -> reader.read(pointer(pointers.get(1))));
    assertEquals(Frame.HEADER_BYTES + 305, e.offset());
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
    ValueFileReader shorter = ValueFileReader.open(new HeapFile(cut), FILE_ID);
    assertThrows(CorruptValueException.class, () -> shorter.read(pointer(pointers.get(1))));
  }

  @Test
  void refusesWhatIsNoPointer() {
    for (String hex :
        List.of("", "08", "0818", "081809", "08180909ff", "08180a09", "0818ffffffff7f")) {
      byte[] bytes = HexFormat.of().parseHex(hex);
      assertThrows(MalformedBytesException.class, () -> pointer(bytes), hex);
    }
  }
}
