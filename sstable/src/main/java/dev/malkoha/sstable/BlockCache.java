package dev.malkoha.sstable;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.sstable.block.BlockFile;
import org.jspecify.annotations.Nullable;

/**
 * The byte budget that the data blocks of all tables share.
 *
 * <p>A lookup never comes here: each table has its blocks in an array by number ({@link
 * ResidentBlocks}), so a hit is an array load. Here, under a lock that is held for no I/O, blocks
 * are admitted and others make room for them by the clock algorithm, in the form of a queue with a
 * second chance (Corbató 1968): the oldest block goes if nobody has used it since it was queued, or
 * else is queued again. Blocks brought by a scan come without the mark of use, and so go first.
 *
 * <p>Safe for use by many threads. The budget is never exceeded by resident blocks; blocks in use
 * that are no longer resident are their readers' garbage.
 */
public final class BlockCache {

  /** A block above this share of the budget would push out too many others. */
  private static final int LARGEST_SHARE = 8;

  /**
   * One in 128 blocks that gets want enters a full cache. That is fewer than one get in a hundred,
   * so that copying the block is not in the 99th percentile.
   */
  private static final int GET_MASK = 127;

  /**
   * The same of blocks that are read as a whole, by cursors and reads of many keys: soon enough for
   * what is wanted often, as these pay more for a block that is not there.
   */
  private static final int WHOLE_MASK = 15;

  /** Second chances one admission may give, so that the lock is held for a bounded time. */
  private static final int MOST_SECOND_CHANCES = 256;

  /** Places of closed tables' blocks that may always wait in the queue, to be passed over. */
  private static final int STALE_PLACES = 64;

  /** At most one in this many places of the queue may belong to a closed table. */
  private static final int STALE_SHARE = 4;

  /** Bytes of an array's header, and of a place in the queue. */
  private static final int BLOCK_OVERHEAD = 16 + 8;

  private final long capacityBytes;
  private final LongAdder blockReads = new LongAdder();
  private final HitCounter hits = new HitCounter();
  private final HitCounter deadBlocksSkipped = new HitCounter();

  private final ReentrantLock lock = new ReentrantLock();

  // A circular queue of the resident blocks, and their bytes. The places of closed tables stay in
  // it for a while.
  @GuardedBy("lock")
  private @Nullable ResidentBlocks[] owners = new ResidentBlocks[STALE_PLACES];

  @GuardedBy("lock")
  private int[] numbers = new int[owners.length];

  @GuardedBy("lock")
  private int head;

  @GuardedBy("lock")
  private int size;

  @GuardedBy("lock")
  private int stale;

  private volatile long usedBytes;

  /** A xorshift generator (Marsaglia 2003), racing on purpose: any number will do. */
  private int dice = 0x2545F491;

  /**
   * Creates a cache.
   *
   * @param capacityBytes its budget; 0 for a cache that keeps nothing
   */
  public BlockCache(long capacityBytes) {
    if (capacityBytes < 0) {
      throw new IllegalArgumentException("capacity must not be negative: " + capacityBytes);
    }
    this.capacityBytes = capacityBytes;
  }

  /** The budget in bytes. */
  public long capacityBytes() {
    return capacityBytes;
  }

  /** Data blocks read from files so far. */
  public long blockReads() {
    return blockReads.sum();
  }

  /**
   * Data blocks found in this cache so far. Approximate while many threads read: counting is kept
   * cheaper than a hit.
   */
  public long cacheHits() {
    return hits.sum();
  }

  /**
   * Data blocks so far that were not looked at, resident or not, because all of their entries are
   * dead. Approximate as {@link #cacheHits}.
   */
  public long deadBlocksSkipped() {
    return deadBlocksSkipped.sum();
  }

  /** Bytes of the resident blocks now. */
  public long usedBytes() {
    return usedBytes;
  }

  void countRead() {
    blockReads.increment();
  }

  void countHit() {
    hits.add(1);
  }

  void countDeadBlocksSkipped(long blocks) {
    deadBlocksSkipped.add(blocks);
  }

  /**
   * Whether a block that a point read wants should enter, though the read could do with a part of
   * it: always where there is room, and else one time in some, at random. Blocks that are wanted
   * often enter soon, while a block that pushes out another as good as itself is work for nothing:
   * where all are wanted alike, none should (bimodal insertion: Qureshi et al., ISCA 2007). Where
   * reads wait for the device, each should: unpacking the block is little beside that.
   *
   * @param far whether reads wait for the device
   */
  boolean isWorthKeeping(int blockLength, boolean far) {
    return isWorthKeeping(blockLength, far ? 0 : GET_MASK);
  }

  private boolean isWorthKeeping(int blockLength, int mask) {
    long charge = (long) blockLength + BlockFile.SLACK + BLOCK_OVERHEAD;
    if (charge > capacityBytes / LARGEST_SHARE || usedBytes + charge <= capacityBytes) {
      return charge <= capacityBytes / LARGEST_SHARE;
    }
    int next = dice;
    next ^= next << 13;
    next ^= next >>> 17;
    next ^= next << 5;
    dice = next;
    return (next & mask) == 0;
  }

  /**
   * Takes a block that was read as a whole into the cache where there is room, and else now and
   * then, as {@link #isWorthKeeping} says for a part of one.
   *
   * @param far whether reads wait for the device
   * @return the block to use, as of {@link #admit}
   */
  byte[] offer(ResidentBlocks owner, int number, byte[] block, boolean referenced, boolean far) {
    return isWorthKeeping(BlockFile.rawLength(block), far ? 0 : WHOLE_MASK)
        ? admit(owner, number, block, referenced)
        : block;
  }

  /**
   * Takes a block just read into the cache, if it may enter.
   *
   * @return the block to use: this one, or the one that another thread has brought before
   */
  byte[] admit(ResidentBlocks owner, int number, byte[] block, boolean referenced) {
    long charge = charge(block);
    if (charge > capacityBytes / LARGEST_SHARE) {
      return block;
    }
    lock.lock();
    try {
      byte[] present = owner.get(number);
      if (present != null || owner.isClosed()) {
        return present != null ? present : block;
      }
      makeRoom(charge);
      owner.put(number, block, referenced);
      enqueue(owner, number);
      setUsed(usedBytes + charge);
      return block;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Drops all blocks of a table and admits none any more. Takes time in proportion to the table,
   * whatever others keep here: the blocks' places in the queue go when they are met, or all at once
   * when there are many.
   */
  void close(ResidentBlocks owner) {
    lock.lock();
    try {
      owner.close();
      for (int number = 0; number < owner.count(); number++) {
        if (owner.get(number) != null) {
          drop(owner, number);
          stale++;
        }
      }
      if (stale > Math.max(STALE_PLACES, size / STALE_SHARE)) {
        sweep();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes the places of closed tables out of the queue. */
  @GuardedBy("lock")
  private void sweep() {
    int remaining = size;
    for (int i = 0; i < remaining; i++) {
      ResidentBlocks owner = firstOwner();
      int number = numbers[head];
      dequeue();
      if (!owner.isClosed()) {
        enqueue(owner, number);
      }
    }
    stale = 0;
  }

  @GuardedBy("lock")
  private void makeRoom(long charge) {
    int chances = MOST_SECOND_CHANCES;
    while (usedBytes + charge > capacityBytes) {
      ResidentBlocks owner = firstOwner();
      int number = numbers[head];
      dequeue();
      if (owner.isClosed()) {
        stale--;
      } else if (chances > 0 && owner.takeReference(number)) {
        chances--;
        enqueue(owner, number);
      } else {
        drop(owner, number);
      }
    }
  }

  @GuardedBy("lock")
  private void drop(ResidentBlocks owner, int number) {
    byte[] block = owner.get(number);
    if (block == null) {
      throw new AssertionError("a queued block is not resident");
    }
    owner.put(number, null, false);
    setUsed(usedBytes - charge(block));
  }

  /**
   * The owner of the queue's first block; an empty queue holds no bytes, so none is asked of it.
   */
  @GuardedBy("lock")
  private ResidentBlocks firstOwner() {
    ResidentBlocks owner = owners[head];
    if (owner == null) {
      throw new AssertionError("the queue of resident blocks is empty");
    }
    return owner;
  }

  @GuardedBy("lock")
  private void dequeue() {
    owners[head] = null;
    head = (head + 1) & (owners.length - 1);
    size--;
  }

  @GuardedBy("lock")
  private void enqueue(ResidentBlocks owner, int number) {
    if (size == owners.length) {
      grow();
    }
    int tail = (head + size) & (owners.length - 1);
    owners[tail] = owner;
    numbers[tail] = number;
    size++;
  }

  @GuardedBy("lock")
  private void grow() {
    int length = owners.length;
    @Nullable ResidentBlocks[] grownOwners = Arrays.copyOf(owners, 2 * length);
    int[] grownNumbers = Arrays.copyOf(numbers, 2 * length);
    System.arraycopy(owners, 0, grownOwners, length, head);
    System.arraycopy(numbers, 0, grownNumbers, length, head);
    Arrays.fill(grownOwners, 0, head, null);
    owners = grownOwners;
    numbers = grownNumbers;
  }

  @GuardedBy("lock")
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void setUsed(long bytes) {
    usedBytes = bytes;
  }

  private static long charge(byte[] block) {
    return (long) block.length + BLOCK_OVERHEAD;
  }
}
