package dev.malkoha.sstable;

import dev.malkoha.trials.Trials;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In every order of steps, a cache with room for two blocks gives each reader the block of the
 * number it asked for, never holds more than its budget, and holds nothing of a closed table.
 *
 * <p>{@code -Dmalkoha.count=N} tries N random programs, each in N orders or fifty.
 */
@Tag("hunt")
@Param(name = "number", gen = IntGen.class, conf = "0:2")
public final class BlockCacheOrderTest {

  private static final int PROGRAMS = Trials.count(3);
  private static final int ORDERS = Math.max(50, Trials.count(50));
  private static final int NUMBERS = 3;

  /** With what a block costs beside its bytes, eight of them fill the budget that holds two. */
  private static final int BLOCK_BYTES = 104;

  private static final int CHARGE = 128;

  private final BlockCache cache = new BlockCache(8 * CHARGE);
  private final ResidentBlocks table = new ResidentBlocks(NUMBERS);
  private final ResidentBlocks other = new ResidentBlocks(6);
  private volatile boolean closing;

  /** Leaves room for two blocks. */
  public BlockCacheOrderTest() {
    for (int i = 0; i < 6; i++) {
      cache.admit(other, i, block(50 + i), i % 2 == 0);
    }
  }

  private static byte[] block(int number) {
    byte[] block = new byte[BLOCK_BYTES];
    block[0] = (byte) number;
    return block;
  }

  /** Reads a block as a table does: from the cache, or else from its file and into the cache. */
  @Operation
  public int read(@Param(name = "number") int number) {
    byte[] resident = table.get(number);
    if (resident != null) {
      table.reference(number);
      return resident[0];
    }
    return cache.admit(table, number, block(number), true)[0];
  }

  /** Reads without leaving a mark, as a scan does. */
  @Operation
  public int scan(@Param(name = "number") int number) {
    byte[] resident = table.get(number);
    return resident != null ? resident[0] : cache.admit(table, number, block(number), false)[0];
  }

  /** Closes the table, at most once, as its last user does. */
  @Operation(nonParallelGroup = "closer")
  public int close() {
    if (!closing) {
      closing = true;
      cache.close(table);
    }
    return resident(table, NUMBERS);
  }

  /** The budget holds at every moment. */
  @Operation
  public boolean isWithinBudget() {
    return cache.usedBytes() <= cache.capacityBytes();
  }

  /** At rest, the bytes counted are those of the resident blocks. */
  @Validate
  public void countsWhatIsResident() {
    int blocks = resident(table, NUMBERS) + resident(other, 6);
    if (cache.usedBytes() != (long) blocks * CHARGE) {
      throw new IllegalStateException(cache.usedBytes() + " bytes of " + blocks + " blocks");
    }
  }

  private static int resident(ResidentBlocks owner, int count) {
    int resident = 0;
    for (int i = 0; i < count; i++) {
      resident += owner.get(i) != null ? 1 : 0;
    }
    return resident;
  }

  @Test
  void readersGetTheirBlocksInEveryOrder() {
    new ModelCheckingOptions()
        .iterations(PROGRAMS)
        .invocationsPerIteration(ORDERS)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(2)
        .actorsAfter(1)
        .sequentialSpecification(OneByOne.class)
        .check(BlockCacheOrderTest.class);
  }

  /** What each answers, whoever else is at work. */
  public static final class OneByOne {

    /** As {@link BlockCacheOrderTest#read}. */
    public int read(int number) {
      return number;
    }

    /** As {@link BlockCacheOrderTest#scan}. */
    public int scan(int number) {
      return number;
    }

    /** As {@link BlockCacheOrderTest#close}. */
    public int close() {
      return 0;
    }

    /** As {@link BlockCacheOrderTest#isWithinBudget}. */
    public boolean isWithinBudget() {
      return true;
    }
  }
}
