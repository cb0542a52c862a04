package dev.malkoha.sstable;

import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.storage.ReadBatch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Some keys that are looked up together, each in a table, and the newest entry that was found of
 * each: what {@link TableReader#get} does for one key, done for all of them a step at a time. So
 * the accesses to memory of one step are under way together, where one key's would wait for each
 * other, and keys of one block that follow each other share it.
 *
 * <p>Keys are numbered in the order in which they were added; a bit of a set stands for each. Owned
 * by its caller and used by one thread at a time; its arrays stay from one use to the next.
 */
public final class Lookups {

  /** The most keys at a time. */
  public static final int MOST = Long.SIZE;

  private final TableReader[] tables;
  private final byte[][] keys;
  private final long[] hashes;
  private int count;

  /** The block of each key, by number and as it is unpacked. */
  private final int[] numbers;

  private final byte[][] blocks;

  /** The entry of each key in its block. */
  private final int[] positions;

  /** The block that was used last, which further keys may be in: of which table, and which. */
  private @Nullable TableReader lastTable;

  private int lastNumber;
  private byte[] lastBlock = {};

  /** The reads that the device is asked for at once. */
  private final ReadBatch far = new ReadBatch();

  /** The sum of the touched bytes; kept so that the compiler does not drop the touching. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  /**
   * Creates an empty set.
   *
   * @param most how many keys it will be used for at a time; {@link #MOST} or less
   */
  public Lookups(int most) {
    tables = new TableReader[most];
    keys = new byte[most][];
    hashes = new long[most];
    numbers = new int[most];
    blocks = new byte[most][];
    positions = new int[most];
  }

  /** How many keys there are. */
  public int count() {
    return count;
  }

  /** Whether there is no room for a further key. */
  public boolean isFull() {
    return count == keys.length;
  }

  /** Adds a key that is to be looked up in a table: ascending, and table by table. */
  public void add(TableReader table, byte[] key, long hash) {
    tables[count] = table;
    keys[count] = key;
    hashes[count] = hash;
    count++;
  }

  /** Removes all keys; those that come then may go on in the same block. */
  public void clear() {
    count = 0;
  }

  /** The keys of which filters say "maybe". Nothing branches on an answer. */
  public long askFilters() {
    long answers = 0;
    for (int i = 0; i < count; i++) {
      answers |= (tables[i].mayContain(hashes[i]) ? 1L : 0L) << i;
    }
    return answers;
  }

  /**
   * Finds the newest entry of each of some keys that is not above a tag.
   *
   * @param which the keys to look for
   * @return those of which there is one that is alive; it is described until keys are removed
   */
  public long find(long which, long maxTag) throws IOException {
    long left = locate(which, maxTag);
    touch(left);
    fetch(left);
    load(left);
    return search(left, maxTag);
  }

  /** Finds the blocks by the indexes; returns the keys that have one. */
  private long locate(long which, long maxTag) {
    long left = which;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      int number = tables[i].liveBlock(keys[i], 0, keys[i].length, maxTag);
      numbers[i] = number;
      left ^= number < 0 ? 1L << i : 0;
    }
    return left;
  }

  /** Has what will be searched of the blocks that are in the cache brought from memory. */
  private void touch(long which) {
    int sum = 0;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      sum += tables[i].blocks().touchHeader(numbers[i]);
    }
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      sum += tables[i].blocks().touchSlots(numbers[i]);
    }
    touched = sum;
  }

  /** Has the blocks that are on the device brought into memory, side by side. */
  @SuppressWarnings("ReferenceEquality") // the very same table is meant
  private void fetch(long which) {
    TableReader before = null;
    int numberBefore = -1;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (tables[i] != before || numbers[i] != numberBefore) {
        before = tables[i];
        numberBefore = numbers[i];
        before.blocks().addTo(far, numberBefore);
      }
    }
    far.run();
  }

  @SuppressWarnings("ReferenceEquality") // the very same table is meant
  private void load(long which) throws IOException {
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      TableReader table = tables[i];
      if (table != lastTable || numbers[i] != lastNumber) {
        lastTable = null; // should this fail
        lastBlock = table.blocks().get(numbers[i]);
        lastNumber = numbers[i];
        lastTable = table;
      }
      blocks[i] = lastBlock;
    }
  }

  /** Finds the entries in the blocks; returns the keys that have one. */
  @SuppressWarnings("ReferenceEquality") // the very same block is meant
  private long search(long which, long maxTag) {
    long present = 0;
    byte[] before = {};
    int next = 0;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      byte[] block = blocks[i];
      long tagInFile = tables[i].tagInFile(maxTag);
      int position = block == before ? findFrom(next, i, tagInFile) : find(i, tagInFile);
      if (position >= 0 && tables[i].isLive((long) DataBlock.firstOrdinal(block) + position)) {
        positions[i] = position;
        present |= 1L << i;
      }
      before = block;
      next = position < 0 ? ~position : position + 1;
    }
    return present;
  }

  private int find(int i, long tagInFile) {
    return BlockSearch.find(blocks[i], keys[i], 0, keys[i].length, tagInFile);
  }

  /** Finds an entry, looking first where it is if the key is next to the one before. */
  private int findFrom(int next, int i, long tagInFile) {
    byte[] block = blocks[i];
    byte[] key = keys[i];
    boolean isNewest =
        next < DataBlock.count(block)
            && BlockSearch.hasKey(block, next, key, 0, key.length)
            && (next == 0 || !BlockSearch.hasKey(block, next - 1, key, 0, key.length))
            && Long.compareUnsigned(DataBlock.tag(block, next), tagInFile) <= 0;
    return isNewest ? next : find(i, tagInFile);
  }

  /** The tag of the entry that was found of a key. */
  public long tag(int key) {
    return tables[key].tagBase() + DataBlock.tag(blocks[key], positions[key]);
  }

  /** The array that holds its value; not to be written to. */
  public byte[] buffer(int key) {
    return blocks[key];
  }

  /** Where its value begins. */
  public int valueOffset(int key) {
    return DataBlock.value(blocks[key], positions[key]);
  }

  /** Where its value ends. */
  public int valueEnd(int key) {
    return DataBlock.end(blocks[key], positions[key]);
  }
}
