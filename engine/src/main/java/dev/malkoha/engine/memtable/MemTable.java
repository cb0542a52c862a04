package dev.malkoha.engine.memtable;

import module java.base;

import dev.malkoha.engine.base.OperandFold;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Operand;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.entry.Versions.Content;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.range.DeadRuns.DeadRun;
import dev.malkoha.engine.range.GrowingRanges;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * The sorted, append-only, in-memory newest data of the store: a {@link KeyTree} for order and a
 * {@link HashIndex} for point reads, over one {@link Arena}.
 *
 * <p>Entries are ordered by key, then by tag descending. One thread at a time adds (the commit
 * pipeline's lock); any number read without locks, and see every entry whose sequence number was
 * published before they began.
 *
 * <p>The tree orders distinct keys; the entries of one key are a list of versions, newest first. A
 * further entry of a key that is already here is put before that list without a search, since the
 * hash index names its place. Range deletes are kept apart, by their ends.
 *
 * <p>Counted, as a version of the tables is: the trees hold it once while a view has it, every
 * cursor once more. Its memory is used again when nobody holds it.
 */
public final class MemTable {

  /**
   * A memtable is full with this number of range deletes, whatever their bytes. A flush leaves out
   * those that newer ones cover; background work can end the others.
   */
  static final int RANGES_MAX = 1 << 14;

  /**
   * A memtable is full with this number of operands that newer ones stand for, if they are half of
   * its entries: hardly anything is left of them in a table.
   */
  static final int FOLDED_MAX = 1 << 18;

  /** Longer operands stay apart: what is done under the commit lock is short. */
  private static final int FOLDED_BYTES_MAX = 1 << 10;

  /**
   * Bytes that a range delete takes beside its keys: records, two arrays, its places when
   * fragmented.
   */
  private static final int RANGE_OVERHEAD_BYTES = 256;

  private final KeyHasher hasher;
  private final PartGrowth growth;
  private final Arena arena;
  private final HashIndex index;
  private final KeyTree tree;

  /** Combines the operands of a key as they come; null if each stands for itself. */
  private final @Nullable OperandFold fold;

  private final GrowingRanges ranges = new GrowingRanges();
  private final AtomicInteger holders = new AtomicInteger(1);

  // Used by the writing thread alone.
  private int entries;
  private int deletes;
  private int operands;
  private int folded;
  private int rangeDeletes;
  private long rangeBytes;
  private long largestSequence;

  /** Creates an empty memtable in which each operand stands for itself. */
  public MemTable(KeyHasher hasher) {
    this(hasher, null);
  }

  /**
   * Creates an empty memtable.
   *
   * @param fold makes one of a key's operands; null if each is to stand for itself
   */
  public MemTable(KeyHasher hasher, @Nullable OperandFold fold) {
    this(hasher, fold, PartGrowth.WHOLE);
  }

  /**
   * Creates an empty memtable that grows by parts, and so without a long halt.
   *
   * @param before one that was written to before: as much is expected, of the same kind
   * @param fullBytes the memory at which it will be full: no more is expected than that, however
   *     large a batch was that the one before has taken
   */
  public MemTable(
      KeyHasher hasher,
      @Nullable OperandFold fold,
      SpareParts source,
      MemTable before,
      long fullBytes) {
    this(
        hasher, fold, before.growth(source, Math.min(1, (double) fullBytes / before.memoryUsed())));
  }

  /**
   * Creates an empty memtable that grows by small parts, so that it takes little more than it needs
   * of a memory that stores share.
   *
   * @param budgetBytes all of that memory
   */
  public MemTable(
      KeyHasher hasher, @Nullable OperandFold fold, SpareParts source, long budgetBytes) {
    this(hasher, fold, PartGrowth.within(budgetBytes, source));
  }

  /** How another one grows that takes this share of what is here. */
  private PartGrowth growth(SpareParts source, double share) {
    return new PartGrowth(source, (long) (share * bytesUsed()), (int) (share * index.keys()));
  }

  MemTable(KeyHasher hasher, @Nullable OperandFold fold, PartGrowth growth) {
    this.hasher = hasher;
    this.fold = fold;
    this.growth = growth;
    this.arena = new Arena(growth);
    this.index = new HashIndex(arena, growth);
    this.tree = new KeyTree(arena, growth.source());
  }

  /** Adds a holder. Only while there is another one. */
  public void retain() {
    holders.incrementAndGet();
  }

  /** Takes a holder away; the last one gives the memory back, and nobody may read here any more. */
  public void release() {
    if (holders.decrementAndGet() == 0 && entries > 0) {
      try {
        tree.giveBack();
        index.giveBack();
        arena.bytes.giveBack();
        arena.records.giveBack();
      } catch (OutOfMemoryError e) { // the caller is in the middle of something else
        StoreLog.debug("what a memtable took is not used again", e);
      }
    }
  }

  /**
   * Adds an entry, whose tag must be above every tag of the same key here, or a range delete, whose
   * tag must be above every tag here.
   *
   * @param from has the key's bytes and the value's
   */
  public void add(long tag, byte[] from, int keyAt, int keyLength, int valueAt, int valueLength) {
    EntryKind kind = EntryKind.of(tag);
    switch (kind) {
      case DELETE, PUT, MERGE, PUT_UNTIL ->
          addEntry(tag, from, keyAt, keyLength, valueAt, valueLength);
      case DELETE_RANGE -> addRange(tag, from, keyAt, keyLength, valueAt, valueLength);
      case INGESTION, PUT_APART, PUT_APART_UNTIL -> throw kind.misplaced();
    }
    largestSequence = Math.max(largestSequence, EntryKind.sequence(tag));
  }

  private void addEntry(
      long tag, byte[] from, int keyAt, int keyLength, int valueAt, int valueLength) {
    long hash = hasher.hash(from, keyAt, keyLength);
    int record = index.find(hash, from, keyAt, keyLength);
    boolean isNew = record == Arena.NONE;
    byte[] value = from;
    int at = valueAt;
    int bytes = valueLength;
    if (Versions.isOperand(tag)) {
      value = operand(tag, record, from, valueAt, valueLength);
      at = 0;
      bytes = value.length;
    }
    arena.reserve(1, (isNew ? keyLength : 0L) + bytes);
    int entry = arena.takeRecord();
    if (isNew) {
      index.reserve();
      arena.describeKey(entry, arena.store(from, keyAt, keyLength), keyLength);
    }
    int stored = arena.store(value, at, bytes);
    arena.describeEntry(entry, tag, stored, bytes);
    if (isNew) {
      tree.insert(entry, from, keyAt, keyLength);
      index.add(hash, entry);
    } else {
      arena.prependEntry(record, entry);
    }
    entries++;
    deletes += Versions.isTombstone(tag) ? 1 : 0;
    operands += Versions.isOperand(tag) ? 1 : 0;
  }

  /** An operand as it is stored: where there is one of its key already, with that one. */
  private byte[] operand(long tag, int record, byte[] from, int valueAt, int valueLength) {
    int newest = record == Arena.NONE ? Arena.NONE : arena.newest(record);
    if (fold != null
        && valueLength <= FOLDED_BYTES_MAX
        && newest != Arena.NONE
        && Versions.isOperand(arena.tag(newest))
        && !isCovered(newest)) {
      byte[] bytes = arena.valueBytes(newest);
      int at = arena.valueOffset(newest);
      int length = arena.valueLength(newest);
      byte[] operand = Arrays.copyOfRange(from, valueAt, valueAt + valueLength);
      byte[] together = fold.fold(Operand.bytes(bytes, at, length), operand);
      if (together != null) {
        folded++;
        long first = Operand.first(arena.tag(newest), bytes, at, length);
        return Operand.encode(EntryKind.sequence(tag) - first, together);
      }
    }
    return Operand.encode(0, from, valueAt, valueLength);
  }

  /** Whether a range delete here covers an entry. */
  private boolean isCovered(int entry) {
    if (ranges.isEmpty()) {
      return false;
    }
    int of = arena.keyOf(entry);
    long newest =
        ranges.covering(
            arena.window(of, 0),
            arena.keyBytes(of),
            arena.keyOffset(of),
            arena.keyLength(of),
            EntryKind.SEQUENCE_MAX);
    return Versions.isCovered(arena.tag(entry), newest);
  }

  private void addRange(
      long tag, byte[] from, int beginAt, int beginLength, int endAt, int endLength) {
    ranges.add(
        new RangeTombstone(
            Arrays.copyOfRange(from, beginAt, beginAt + beginLength),
            Arrays.copyOfRange(from, endAt, endAt + endLength),
            EntryKind.sequence(tag)));
    rangeDeletes++;
    rangeBytes += (long) beginLength + endLength + RANGE_OVERHEAD_BYTES;
  }

  /**
   * Finds the newest entry of a key at or below a tag.
   *
   * @return whether there is one; it is then described in {@code result}
   */
  public boolean get(byte[] key, int offset, int length, long hash, long maxTag, Lookup result) {
    int record = index.find(hash, key, offset, length);
    if (record == Arena.NONE) {
      return false;
    }
    int version = arena.newestAtOrBelow(record, maxTag);
    if (version == Arena.NONE) {
      return false;
    }
    result.buffer = arena.valueBytes(version);
    result.valueOffset = arena.valueOffset(version);
    result.valueLength = arena.valueLength(version);
    result.tag = arena.tag(version);
    return true;
  }

  /** Whether there are deletes here, of keys or of ranges; a glance for all but the writer. */
  public boolean hasDeletes() {
    return deletes + rangeDeletes > 0;
  }

  /** How many deletes of keys are here; a glance for all but the writer. */
  public int deletes() {
    return deletes;
  }

  /** Whether operands of merges are here. For the writing thread. */
  public boolean hasOperands() {
    return operands > 0;
  }

  /** The range deletes. Any thread. */
  public GrowingRanges ranges() {
    return ranges;
  }

  /** A cursor over the entries; it sees at least those published before this call. */
  public MemTableCursor cursor() {
    return new MemTableCursor(tree, arena);
  }

  /**
   * How many keys there are from one (inclusive) to another (exclusive; null for all after the
   * first), deleted ones too; about, while somebody adds. It looks at each of the tree's leaves
   * that hold them, and into two. Any thread.
   */
  public long keysBetween(byte[] from, byte @Nullable [] to) {
    return tree.keysBetween(from, to);
  }

  /** The share of entries that are deletes, from 0 to 1; a glance for all but the writer. */
  public double deleteShare() {
    return Math.min(1, (double) deletes / Math.max(1, entries));
  }

  /** The place of the entry added last. For the writing thread. */
  public int end() {
    return arena.lastRecord();
  }

  /**
   * Whether a key in a run was given a value after a sequence number. Any thread.
   *
   * @param end an {@link #end} that the caller has from the writing thread
   */
  public boolean hasPutSince(long sequence, int end, DeadRun run) {
    return anyEntryAbove(
        sequence,
        end,
        entry -> {
          int key = arena.keyOf(entry);
          return Versions.content(arena.tag(entry)) != Content.NOTHING
              && arena.compare(key, 0, run.from(), 0, run.from().length) >= 0
              && arena.compare(key, 0, run.to(), 0, run.to().length) < 0;
        });
  }

  /** Whether an entry above a sequence number meets a test: they are in the order of numbers. */
  private boolean anyEntryAbove(long sequence, int end, IntPredicate test) {
    for (int entry = end; entry != Arena.NONE; entry = arena.before(entry)) {
      if (EntryKind.sequence(arena.tag(entry)) <= sequence) {
        return false;
      }
      if (test.test(entry)) {
        return true;
      }
    }
    return false;
  }

  /** The sequence number of the newest entry of a key; 0 if there is none. Any thread. */
  public long newest(byte[] key) {
    int record = index.find(hasher.hash(key, 0, key.length), key, 0, key.length);
    return record == Arena.NONE ? 0 : EntryKind.sequence(arena.tag(arena.newest(record)));
  }

  /** Whether an entry of a key that is no operand came after a sequence number. Any thread. */
  public boolean hasChangedButMerged(byte[] key, long sequence) {
    int record = index.find(hasher.hash(key, 0, key.length), key, 0, key.length);
    int version = record == Arena.NONE ? Arena.NONE : arena.newest(record);
    while (version != Arena.NONE && EntryKind.sequence(arena.tag(version)) > sequence) {
      if (!Versions.isOperand(arena.tag(version))) {
        return true;
      }
      version = arena.older(record, version);
    }
    return false;
  }

  /** Whether a key was put or deleted, by itself or by a range, after a number. Any thread. */
  public boolean hasChanged(byte[] key, long sequence) {
    return newest(key) > sequence || ranges.anyAbove(sequence, range -> range.covers(key));
  }

  /**
   * Whether any change above a sequence number meets a test. Takes time in proportion to these
   * changes. For the writing thread, or once writing has ended.
   */
  public boolean anyChangeAbove(long sequence, ChangeTest test) {
    IntPredicate isChange =
        entry -> {
          int changed = arena.keyOf(entry);
          return test.key(
              arena.keyBytes(changed),
              arena.keyOffset(changed),
              arena.keyLength(changed),
              Versions.isOperand(arena.tag(entry)));
        };
    return anyEntryAbove(sequence, end(), isChange) || ranges.anyAbove(sequence, test::range);
  }

  /** Whether nothing was added. For the writing thread, or once writing has ended. */
  public boolean isEmpty() {
    return entries == 0 && rangeDeletes == 0;
  }

  /**
   * The number of entries without range deletes; for all but the writer, of at least those that
   * were published before this call.
   */
  public int entries() {
    return entries;
  }

  /** The bytes of keys and values. For the writing thread, or once writing has ended. */
  public int bytesUsed() {
    return (int) arena.bytes.used();
  }

  /** About the memory in use, in bytes. For the writing thread, or once writing has ended. */
  public long memoryUsed() {
    return arena.used() + index.bytes() + besideArrays();
  }

  /**
   * About the memory that its entries need, in bytes, without what is reserved for more. For the
   * writing thread, or once writing has ended.
   */
  public long memoryNeeded() {
    return arena.used() + 2L * index.keys() * Long.BYTES + besideArrays();
  }

  /**
   * About the memory it takes, used or not, in bytes. For the writing thread, or once writing has
   * ended.
   */
  public long memoryTaken() {
    return arena.bytes.allocated() + arena.records.allocated() + index.bytes() + besideArrays();
  }

  /**
   * The most memory it will take, in bytes, after a batch that {@link #fits}, without what range
   * deletes take beside their keys. For the writing thread.
   */
  public long memoryFor(int operations, long batchBytes) {
    return arena.bytes.allocatedFor(batchBytes, operations == 1)
        + arena.records.allocatedFor((long) operations * Arena.RECORD_INTS, operations == 1)
        + index.bytesFor(operations)
        + besideArrays()
        + KeyTree.SPLIT_BYTES
        + (long) operations * KeyTree.BYTES_PER_KEY;
  }

  private long besideArrays() {
    return tree.bytes() + rangeBytes;
  }

  /**
   * Takes the memory for a batch at once, unless it grows by parts and there are several
   * operations: each of these takes its own when it is added. For the writing thread.
   */
  public void reserve(int operations, long batchBytes) {
    if (growth.isWhole() || operations == 1) {
      arena.reserve(operations, batchBytes);
    }
  }

  /** Whether it should be flushed because it has reached {@code bytes}. For the writing thread. */
  public boolean isFull(long bytes) {
    return memoryUsed() >= bytes
        || rangeDeletes >= RANGES_MAX
        || (folded >= FOLDED_MAX && folded >= entries / 2);
  }

  /** Whether a batch of this size still fits the largest arena. */
  public boolean fits(int operations, long batchBytes) {
    return arena.bytes.fits(batchBytes)
        && arena.records.fits((long) operations * Arena.RECORD_INTS)
        && index.fits(operations);
  }

  /** The greatest sequence number here. Once writing has ended. */
  public long largestSequence() {
    return largestSequence;
  }

  /**
   * A place between two records of the log.
   *
   * @param position the log position between them
   * @param sequence the sequence number of the last operation before it
   */
  public record LogPlace(long position, long sequence) {

    /** The one of the two places that comes first. */
    public LogPlace orEarlier(LogPlace other) {
      return other.position < position ? other : this;
    }
  }

  /** A question asked of changes one by one: whether this is one of those that are looked for. */
  public interface ChangeTest {

    /**
     * Whether a put or delete of a key, or a merge into it, is one; the bytes must not be changed
     * or kept.
     */
    boolean key(byte[] bytes, int offset, int length, boolean isMerge);

    /** Whether a range delete is one. */
    boolean range(RangeTombstone range);
  }
}
