package dev.malkoha.sstable.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data blocks are packed in pieces where that costs little, and else whole. */
final class BlockPackerTest {

  private static final int TARGET = 4096;
  private static final int PERIOD = 64;

  private final Random random = new Random(7);
  private final DataBlockBuilder builder = new DataBlockBuilder(TARGET);

  /** A full block of values that repeat themselves, or each other. */
  private int build(boolean eachOther) {
    builder.clear();
    byte[] value = eachOther ? noise(500) : value();
    int number = 0;
    byte[] key;
    do {
      key = new byte[] {(byte) 1, (byte) number++};
      value = eachOther ? value : value();
    } while (builder.tryAdd(key, 0, key.length, 0, value, 0, value.length));
    return builder.build(0);
  }

  private byte[] value() {
    byte[] value = Arrays.copyOf(noise(50), 100);
    System.arraycopy(value, 0, value, 50, 50);
    return value;
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private int how(BlockPacker packer, boolean eachOther) throws IOException {
    int length = build(eachOther);
    packer.pack(builder.block(), length);
    return packer.how();
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4})
  void theFormFollowsTheData(int id) throws IOException {
    BlockPacker packer = new BlockPacker(Codecs.ready(id));
    for (int i = 0; i < PERIOD; i++) {
      assertEquals(id | TableFormat.IN_PIECES, how(packer, false));
    }
    for (int i = 0; i < PERIOD; i++) {
      assertEquals(id, how(packer, true));
    }
    assertEquals(id | TableFormat.IN_PIECES, how(packer, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4})
  void whatIsPackedUnpacksToTheSame(int id) throws IOException {
    Codec codec = Codecs.ready(id);
    BlockPacker packer = new BlockPacker(codec);
    int length = build(false);
    int stored = packer.pack(builder.block(), length);
    byte[] into = new byte[length + BlockFile.SLACK];
    CutBlock cut = new CutBlock();
    cut.start(packer.stored(), stored, into, length);
    cut.unpackAll(Objects.requireNonNull(codec.newUnpacker()));
    for (int i = 0; i < length; i++) {
      assertEquals(builder.block()[i], into[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void aBlockOfOneEntryIsPackedWhole(int id) throws IOException {
    BlockPacker packer = new BlockPacker(Codecs.ready(id));
    byte[] value = new byte[1000];
    byte[] block =
        DataBlockBuilder.single(
            DataBlockBuilder.headOfSingle(0, value, 0, 9, 0), value, 0, value.length);
    packer.pack(block, block.length);
    assertEquals(id, packer.how());
  }

  @ParameterizedTest
  @ValueSource(ints = Codecs.ZSTD)
  void aCodecThatCannotUnpackInPartPacksWhole(int id) throws IOException {
    assertEquals(id, how(new BlockPacker(Codecs.ready(id)), false));
  }
}
