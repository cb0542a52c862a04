package dev.malkoha.sstable.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every codec gives back what it was given, and keeps within its bounds whatever it is given. */
class CodecTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(CodecTest.class);
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "table.md");
  private static final String TEXT = "cuckoo cuckoo cuckoo cuckoo malkoha malkoha";
  private static final byte MARK = 0x5a;
  private static final int MARGIN = 24;

  /** Blocks from nothing to large, from one byte over and over to noise. */
  private static byte[] block(SplittableRandom random) {
    byte[] block = new byte[random.nextInt(1 << random.nextInt(1, 18))];
    int alphabet = 1 << random.nextInt(9);
    int period = random.nextInt(1, 300);
    boolean periodic = random.nextBoolean();
    for (int i = 0; i < block.length; i++) {
      boolean again = periodic && i >= period && random.nextInt(40) > 0;
      block[i] = again ? block[i - period] : (byte) random.nextInt(alphabet);
    }
    return block;
  }

  private static byte[] packed(Codec codec, byte[] block) throws IOException {
    byte[] into = new byte[codec.mostPacked(block.length)];
    int length = codec.pack(block, block.length, into);
    return Arrays.copyOf(into, length);
  }

  /** Unpacks from the middle of an array to the start of one, with room behind in both. */
  private static byte[] unpacked(Codec codec, byte[] packed, int rawLength) throws IOException {
    byte[] from = new byte[packed.length + 2 * MARGIN];
    Arrays.fill(from, MARK);
    System.arraycopy(packed, 0, from, MARGIN, packed.length);
    byte[] into = new byte[rawLength + MARGIN];
    Arrays.fill(into, MARK);
    try {
      codec.unpack(from, MARGIN, packed.length, into, rawLength);
    } finally {
      for (int i = rawLength; i < into.length; i++) {
        assertEquals(MARK, into[i], "a byte behind the block was written");
      }
    }
    return Arrays.copyOf(into, rawLength);
  }

  /** So tables have the same bytes whichever of the two has written them. */
  @Test
  void packsAsLz4JavaDoes() throws IOException {
    LZ4Compressor reference = LZ4Factory.safeInstance().fastCompressor();
    SplittableRandom random = new SplittableRandom(SEED);
    Codec codec = Codecs.ready(Codecs.LZ4);
    for (int i = 0; i < 3000; i++) {
      byte[] block = block(random);
      assertArrayEquals(
          reference.compress(block), packed(codec, block), "block " + i + ", " + REPLAY);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void givesBackEveryBlock(int id) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    Codec codec = Codecs.ready(id);
    assertEquals(id, codec.id());
    for (int i = 0; i < 1000; i++) {
      byte[] block = block(random);
      byte[] packed = packed(codec, block);
      String which = "block " + i + ", " + REPLAY;
      assertTrue(codec.mostUnpacked(packed.length) >= block.length, which);
      assertArrayEquals(block, unpacked(codec, packed, block.length), which);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void refusesBlocksOfAnotherLength(int id) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    Codec codec = Codecs.ready(id);
    for (int i = 0; i < 300; i++) {
      byte[] block = block(random);
      byte[] packed = packed(codec, block);
      int other = block.length + (random.nextBoolean() ? 1 + random.nextInt(50) : -1);
      if (other >= 0) {
        assertThrows(IOException.class, () -> unpacked(codec, packed, other));
      }
      byte[] cut = Arrays.copyOf(packed, random.nextInt(packed.length));
      if (block.length > 0) {
        assertThrows(IOException.class, () -> unpacked(codec, cut, block.length));
      }
    }
  }

  /** Damaged bytes are refused or unpacked to something else, and nothing else is touched. */
  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void noBytesDoHarm(int id) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    Codec codec = Codecs.ready(id);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] block = Arrays.copyOf(block(random), random.nextInt(1000));
      byte[] packed = packed(codec, block);
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        packed[random.nextInt(packed.length)] = (byte) random.nextInt(256);
      }
      try {
        unpacked(codec, packed, block.length);
      } catch (IOException e) {
        refused++;
      }
    }
    assertTrue(refused > 0, "nothing was refused");
  }

  /** The worked examples of docs/format/table.md. */
  @Test
  void theExamplesAreRead() throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## Codecs"), page.indexOf("## Example"));
    Matcher lines = Pattern.compile("(?m)^ +(\\d) \\w+: ((?:[0-9a-f]{2} ?)+)$").matcher(section);
    int found = 0;
    while (lines.find()) {
      Codec codec = Codecs.ready(Integer.parseInt(lines.group(1)));
      byte[] packed = HexFormat.of().parseHex(lines.group(2).replace(" ", ""));
      byte[] text = TEXT.getBytes(StandardCharsets.US_ASCII);
      assertArrayEquals(text, unpacked(codec, packed, TEXT.length()));
      assertTrue(codec.id() == Codecs.ZSTD || Arrays.equals(packed, packed(codec, text)));
      found++;
    }
    assertEquals(Codecs.COUNT, found);
    assertTrue(section.contains('"' + TEXT + '"'));
  }

  /** What this codec packs is what every other program takes for LZ4, and the other way round. */
  @Test
  void lz4IsLz4() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    LZ4Factory other = LZ4Factory.safeInstance();
    Codec codec = Codecs.ready(Codecs.LZ4);
    for (int i = 0; i < 500; i++) {
      byte[] block = block(random);
      byte[] packed = packed(codec, block);
      assertArrayEquals(block, other.safeDecompressor().decompress(packed, block.length));
      byte[] dense = other.highCompressor().compress(block);
      assertArrayEquals(block, unpacked(codec, dense, block.length));
    }
  }
}
