package dev.malkoha.sstable.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.compression.Unpacker;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block in pieces is the block that was cut, all of it and any part; other bytes do no harm. */
final class CutBlockTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "table.md");
  private static final Pattern SHOWN = Pattern.compile("(?m)^  ((?:[0-9a-f]{2} ?)+) *\\|");
  private static final byte UNTOUCHED = 77;

  /** A block of entries whose keys go on behind the prefix by up to a length. */
  private static byte[] block(Random random, int mostTail) {
    DataBlockBuilder builder = new DataBlockBuilder(1 + random.nextInt(9000));
    int number = random.nextInt(1 << 20);
    byte[] pattern = new byte[1 + random.nextInt(60)];
    random.nextBytes(pattern);
    while (true) {
      String tail = "x".repeat(random.nextInt(mostTail + 1));
      byte[] key =
          (Integer.toHexString((1 << 24) + number) + tail).getBytes(StandardCharsets.UTF_8);
      number += 1 + random.nextInt(3);
      byte[] value = new byte[random.nextInt(200)];
      for (int i = 0; i < value.length; i++) {
        value[i] = random.nextInt(3) == 0 ? (byte) random.nextInt() : pattern[i % pattern.length];
      }
      long tag = random.nextBoolean() ? 5 : random.nextLong();
      if (!builder.tryAdd(key, 0, key.length, tag, value, 0, value.length)) {
        break;
      }
    }
    int length = builder.build(random.nextInt(1000));
    return Arrays.copyOf(builder.block(), length + BlockFile.SLACK);
  }

  private static Codec codec(Random random) throws IOException {
    return Codecs.ready(random.nextBoolean() ? Codecs.SNAPPY : Codecs.LZ4);
  }

  private static Unpacker unpacker(Codec codec) {
    return Objects.requireNonNull(codec.newUnpacker());
  }

  private static CutBlock started(StoredBlock stored, byte[] into, int length) throws IOException {
    CutBlock cut = new CutBlock();
    cut.start(stored.bytes(), stored.bytes().length, into, length);
    return cut;
  }

  @Property
  void allPiecesAreTheBlock(
      @ForAll long seed, @ForAll @IntRange(max = 12) int tail, @ForAll @IntRange(max = 3) int size)
      throws IOException {
    Random random = new Random(seed);
    byte[] block = block(random, tail);
    Codec codec = codec(random);
    StoredBlock stored = StoredBlock.inPieces(codec, block, 64 << (2 * size));
    byte[] into = new byte[block.length];
    started(stored, into, BlockFile.rawLength(block)).unpackAll(unpacker(codec));
    assertArrayEquals(
        Arrays.copyOf(block, BlockFile.rawLength(block)),
        Arrays.copyOf(into, BlockFile.rawLength(block)));
  }

  @Property
  void anyEntriesAreReachedAlone(@ForAll long seed, @ForAll @IntRange(max = 12) int tail)
      throws IOException {
    Random random = new Random(seed);
    byte[] block = block(random, tail);
    Codec codec = codec(random);
    StoredBlock stored = StoredBlock.inPieces(codec, block, 1 + random.nextInt(1000));
    int count = DataBlock.count(block);
    byte[] into = new byte[block.length];
    CutBlock cut = started(stored, into, BlockFile.rawLength(block));
    int front = DataBlock.entries(block);
    assertArrayEquals(Arrays.copyOf(block, front), Arrays.copyOf(into, front));
    for (int i = 0; i < 10; i++) {
      int first = random.nextInt(count);
      int behind = first + 1 + random.nextInt(Math.min(3, count - first));
      Arrays.fill(into, front, into.length, (byte) 0);
      cut.unpack(first, behind, unpacker(codec));
      int start = DataBlock.start(block, first);
      int end = DataBlock.end(block, behind - 1);
      assertArrayEquals(
          Arrays.copyOfRange(block, start, end), Arrays.copyOfRange(into, start, end));
    }
  }

  @Property
  void otherBytesLeaveAloneWhatIsBehindTheBlock(
      @ForAll long seed, @ForAll @IntRange(max = 12) int tail) throws IOException {
    Random random = new Random(seed);
    byte[] block = block(random, tail);
    Codec codec = codec(random);
    int length = BlockFile.rawLength(block);
    byte[] bytes = StoredBlock.inPieces(codec, block, 1 + random.nextInt(1000)).bytes();
    for (int i = 0; i < 50; i++) {
      byte[] changed = bytes.clone();
      // Most changes where the lengths are, which matter most.
      int within = random.nextInt(4) == 0 ? changed.length : Math.min(changed.length, 200);
      changed[random.nextInt(within)] = (byte) random.nextInt();
      changed = Arrays.copyOf(changed, changed.length - random.nextInt(2) * random.nextInt(20));
      byte[] into = new byte[length + 3 * BlockFile.SLACK];
      Arrays.fill(into, length + BlockFile.SLACK, into.length, UNTOUCHED);
      try {
        CutBlock cut = new CutBlock();
        cut.start(changed, changed.length, into, length);
        cut.unpackAll(unpacker(codec));
      } catch (IOException | IndexOutOfBoundsException e) {
        // That is an answer.
      }
      for (int at = length + BlockFile.SLACK; at < into.length; at++) {
        assertEquals(UNTOUCHED, into[at], "seed " + seed + ", byte " + at);
      }
    }
  }

  @Test
  void piecesThatDoNotAddUpAreRefused() throws IOException {
    byte[] block = block(new Random(1), 3);
    Codec codec = Codecs.ready(Codecs.LZ4);
    int length = BlockFile.rawLength(block);
    byte[] bytes = StoredBlock.inPieces(codec, block, 500).bytes();
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
    for (byte[] wrong : new byte[][] {longer, shorter}) {
      CutBlock cut = new CutBlock();
      cut.start(wrong, wrong.length, new byte[block.length], length);
      assertThrows(IOException.class, () -> cut.unpackAll(unpacker(codec)));
    }
    CutBlock cut = new CutBlock();
    int less = DataBlock.entries(block) - 1;
    assertThrows(
        IOException.class, () -> cut.start(bytes, bytes.length, new byte[block.length], less));
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4})
  void aHeadTakesNoMoreBytesThanItHas(int codec) throws IOException {
    DataBlockBuilder builder = new DataBlockBuilder(1 << 14);
    byte[] value = new byte[0];
    for (int i = 0; i < 100; i++) {
      byte[] key = "%04d".formatted(5000 + i).getBytes(StandardCharsets.US_ASCII);
      assertTrue(builder.tryAdd(key, 0, key.length, 0, value, 0, 0));
    }
    int length = builder.build(0);
    byte[] block = Arrays.copyOf(builder.block(), length + BlockFile.SLACK);
    int slots = 100 * (2 + Short.BYTES);
    int pieces = Short.BYTES + CutBlock.PIECE_LENGTH;
    assertEquals(
        DataBlock.PREFIX + 2 + slots + pieces,
        StoredBlock.inPieces(Codecs.ready(codec), block, 1024).bytes().length);
  }

  private static byte[] read(StoredBlock stored, int rawLength) throws IOException {
    BlockFile file = new BlockFile(new HeapFile(stored.sealed(5)), 5);
    return file.read(new BlockHandle(0, stored.bytes().length, rawLength));
  }

  @Test
  void aFileSaysHowABlockIsStored() throws IOException {
    byte[] block = block(new Random(2), 3);
    int length = BlockFile.rawLength(block);
    Codec codec = Codecs.ready(Codecs.SNAPPY);
    StoredBlock stored = StoredBlock.inPieces(codec, block, 100);
    assertArrayEquals(Arrays.copyOf(block, length), Arrays.copyOf(read(stored, length), length));
    assertArrayEquals(
        Arrays.copyOf(block, length),
        Arrays.copyOf(read(StoredBlock.whole(codec, block), length), length));
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, 16, 16 + Codecs.LZ4, 16 + Codecs.ZSTD, 20, 33, 127, -111})
  void anotherWayThanItIsStoredIsDamage(int how) throws IOException {
    byte[] block = block(new Random(2), 3);
    byte[] bytes = StoredBlock.inPieces(Codecs.ready(Codecs.SNAPPY), block, 100).bytes();
    StoredBlock wrong = new StoredBlock(bytes, how);
    int length = BlockFile.rawLength(block);
    CorruptTableException damage =
        assertThrows(CorruptTableException.class, () -> read(wrong, length));
    assertTrue(String.valueOf(damage.getMessage()).contains("offset 0"), damage.getMessage());
  }

  /** The example of the page is what is written, and what is read. */
  @Test
  void theExampleIsWrittenAndRead() throws IOException {
    DataBlockBuilder builder = new DataBlockBuilder(4096);
    for (String word : new String[] {"coua", "coucal", "malkoha"}) {
      byte[] key = word.getBytes(StandardCharsets.US_ASCII);
      byte[] value = (word + ' ').repeat(4).getBytes(StandardCharsets.US_ASCII);
      assertTrue(builder.tryAdd(key, 0, key.length, 0x11, value, 0, value.length));
    }
    int length = builder.build(0);
    byte[] block = Arrays.copyOf(builder.block(), length + BlockFile.SLACK);
    StoredBlock stored = StoredBlock.inPieces(Codecs.ready(Codecs.SNAPPY), block, 40);
    assertEquals(17, stored.how());
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## In pieces"), page.indexOf("## Prefixes"));
    Matcher lines = SHOWN.matcher(section);
    String shown = lines.results().map(line -> line.group(1)).collect(Collectors.joining());
    assertEquals(shown.replace(" ", ""), HexFormat.of().formatHex(stored.bytes()));
  }
}
