package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import java.util.Arrays;

/** How many entries are alive in each block that has dead ones. */
final class BlockCounts {

  /** What a block takes at least, in bytes. */
  private static final int SHORTEST = 2;

  private final int[] numbers;
  private final int[] live;

  private BlockCounts(int[] numbers, int[] live) {
    this.numbers = numbers;
    this.live = live;
  }

  /** The counts of a table's blocks. */
  static BlockCounts of(DeletionVector vector, TableReader table) {
    int[] numbers = new int[(int) Math.min(table.properties().dataBlocks(), vector.dead())];
    int[] live = new int[numbers.length];
    int count = 0;
    long ordinal = vector.nextDead(0);
    while (ordinal < vector.entries()) {
      int block = table.blockOf(ordinal);
      long first = table.firstOrdinal(block);
      long behind = table.firstOrdinal(block + 1);
      numbers[count] = block;
      live[count++] = (int) (behind - first - vector.dead(first, behind));
      ordinal = vector.nextDead(behind);
    }
    return new BlockCounts(Arrays.copyOf(numbers, count), Arrays.copyOf(live, count));
  }

  void encode(ByteWriter into) {
    into.writeVarint(numbers.length);
    int next = 0;
    for (int i = 0; i < numbers.length; i++) {
      into.writeVarint(numbers[i] - next);
      into.writeVarint(live[i]);
      next = numbers[i] + 1;
    }
  }

  /** Reads the counts of at most so many blocks. */
  static BlockCounts decode(ByteReader reader, int most) {
    int count = reader.readInt(Math.min(most, reader.remaining() / SHORTEST));
    int[] numbers = new int[count];
    int[] live = new int[count];
    int next = 0;
    for (int i = 0; i < count; i++) {
      numbers[i] = next + reader.readInt(Integer.MAX_VALUE - 1 - next);
      live[i] = reader.readInt(Integer.MAX_VALUE);
      next = numbers[i] + 1;
    }
    return new BlockCounts(numbers, live);
  }

  /** How many blocks have dead entries. */
  int count() {
    return numbers.length;
  }

  /** The number of one of the blocks, which are in ascending order. */
  int number(int index) {
    return numbers[index];
  }

  /** The live entries of one of the blocks. */
  int live(int index) {
    return live[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockCounts that
        && Arrays.equals(numbers, that.numbers)
        && Arrays.equals(live, that.live);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(numbers) + Arrays.hashCode(live);
  }
}
