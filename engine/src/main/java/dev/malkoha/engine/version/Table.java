package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.Problem;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.engine.version.ValueFiles.OpenValueFile;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import org.jspecify.annotations.Nullable;

/**
 * A table as one version sees it: an open file, and which of its entries are dead.
 *
 * <p>Immutable but for what all tables over a file share. When entries die, the next version has
 * another table over the same file; readers of the version before go on with this one.
 */
public final class Table {

  private final OpenTable file;
  private final TableReader reader;
  private final TableMeta meta;

  /** The first eight bytes of the least and greatest keys, for comparisons without the keys. */
  private final long smallestPrefix;

  private final long largestPrefix;

  /**
   * Creates a table over a file that its maker holds.
   *
   * @param meta the manifest's facts of it
   * @param reader of the file, blind to its dead entries
   */
  public Table(OpenTable file, TableMeta meta, TableReader reader) {
    this.file = file;
    this.meta = meta;
    this.reader = reader;
    this.smallestPrefix = prefix(meta.smallestKey());
    this.largestPrefix = prefix(meta.largestKey());
  }

  private static long prefix(byte[] key) {
    return EntryOrder.prefix(key, 0, key.length);
  }

  /** A table over the same file in which more entries are dead; its maker holds it once. */
  public Table with(VectorRef newVector, TableReader newReader) {
    retain();
    return new Table(file, meta.with(newVector), newReader);
  }

  /**
   * A table over the same file, whose entries all have the number 0 in it, with all of them under
   * another one; its maker holds it once.
   */
  public Table numbered(long sequence) {
    TableMeta numbered = meta.numbered(sequence);
    retain();
    return new Table(file, numbered, numbered(numbered, reader));
  }

  /** The view of a table's file that shows the numbers which the manifest says its entries have. */
  public static TableReader numbered(TableMeta meta, TableReader reader) {
    boolean saysNone =
        EntryKind.sequence(reader.properties().largestTag()) == 0
            && reader.properties().smallestTag() != 0;
    boolean haveOne = meta.smallestSequence() == meta.largestSequence();
    return saysNone && haveOne && meta.largestSequence() > 0
        ? reader.withTagBase(EntryKind.firstTag(meta.largestSequence()))
        : reader;
  }

  /** The number of its file. */
  public long number() {
    return meta.number();
  }

  /** The manifest's facts of the table. */
  public TableMeta meta() {
    return meta;
  }

  /** The dead entries, also where there are none. */
  public DeletionVector vectorOrNone() {
    DeletionVector dead = reader.vector();
    return dead == null ? DeletionVector.none(meta.entries()) : dead;
  }

  /** Whether an entry is dead. */
  public boolean isDead(long ordinal) {
    DeletionVector dead = reader.vector();
    return dead != null && dead.isDead(ordinal);
  }

  /**
   * The live entries of the file. Only for those who hold a version with this table, or are in a
   * read section.
   */
  public TableReader reader() {
    return reader;
  }

  /** Notes where the file's deletes are; null if that is not known. */
  public void rememberTombstones(long @Nullable [] ordinals) {
    file.tombstones = ordinals;
  }

  /** When its entries expire. Any thread. */
  public Expiries expiries() {
    Expiries known = file.expiries;
    if (known == null) {
      TableNote note = TableNote.of(reader.properties());
      known = note == null ? Expiries.NONE : note.expiries();
      file.expiries = known;
    }
    return known;
  }

  /** How many of its entries have expired, about; the time is asked if some may have. */
  public long expired(LongSupplier time) {
    return expiries().count() == 0 ? 0 : expiries().expired(time.getAsLong());
  }

  /**
   * Notes that the file was written without the entries that range deletes up to a sequence number
   * cover.
   *
   * @param sequence of the newest one heeded, or a smaller one; 0 if there was none
   */
  public void rememberRangesApplied(long sequence) {
    file.rangesApplied = sequence;
  }

  /**
   * Whether a range delete in force may cover something in the table, by what is known without a
   * look into it.
   */
  public boolean mayBeCovered(RangeTombstone range) {
    return meta.smallestSequence() < range.sequence()
        && file.rangesApplied < range.sequence()
        && range.meets(meta.smallestKey(), meta.largestKey());
  }

  /**
   * A cursor over live entries, among which are all deletes; over the deletes alone if it is known
   * where they are. What it reads does not enter the block cache.
   */
  public TableCursor tombstoneCursor() {
    long[] ordinals = file.tombstones;
    if (ordinals == null) {
      return reader.cursor(false);
    }
    DeletionVector.Builder others = vectorOrNone().builder();
    int next = 0;
    for (long ordinal = 0; ordinal < meta.entries(); ordinal++) {
      if (next < ordinals.length && ordinals[next] == ordinal) {
        next++;
      } else {
        others.add(ordinal);
      }
    }
    return reader.with(others.build(), reader.filter()).cursor(false);
  }

  /** Compares the table's least key with a key. */
  public int compareSmallest(long prefix, byte[] key) {
    return smallestPrefix != prefix
        ? Long.compareUnsigned(smallestPrefix, prefix)
        : Arrays.compareUnsigned(meta.smallestKey(), key);
  }

  /** Compares the table's greatest key with a key. */
  public int compareLargest(long prefix, byte[] key) {
    return largestPrefix != prefix
        ? Long.compareUnsigned(largestPrefix, prefix)
        : Arrays.compareUnsigned(meta.largestKey(), key);
  }

  /** The value files that its entries point into. */
  public List<OpenValueFile> valueFiles() {
    return file.valueFiles();
  }

  /** Whether a job has claimed the table: it merges it, or writes marks into it. */
  public boolean isBusy() {
    return file.busy;
  }

  /** Claims the table for a job, or frees it. */
  public void setBusy(boolean isBusy) {
    file.busy = isBusy;
  }

  /** Adds a holder. Only while there is another one. */
  public void retain() {
    file.retain();
  }

  /** Takes a holder away. */
  public void release() {
    file.release();
  }

  /**
   * The problem of its filter; empty if there is none. Without a usable filter every read costs a
   * block.
   */
  public Optional<Problem> filterProblem() {
    String told = FileNames.table(number()) + " has a filter that is of no use: ";
    return Optional.of(reader().filterProblem())
        .filter(problem -> !problem.isEmpty())
        .map(problem -> Problem.of(Problem.Kind.FILTER, told + problem));
  }

  /**
   * One open table file, counted by those who hold a {@link Table} over it. What changes of it is
   * read and set by those tables.
   */
  public static final class OpenTable extends OpenFile {

    private final long heapBytes;
    private final List<OpenValueFile> valueFiles;

    /** Whether a job has claimed the table. Guarded by the version lock. */
    boolean busy;

    /** The ordinals of all deletes in the file; null if they are not known. */
    volatile long @Nullable [] tombstones;

    /** When the file's entries expire; null until somebody asks. */
    volatile @Nullable Expiries expiries;

    /** Range deletes up to this number that were in force before the file was written. */
    volatile long rangesApplied;

    /**
     * Wraps an open file, held once.
     *
     * @param number the table's
     * @param heapBytes what the table keeps in memory
     * @param valueFiles those that its entries point into, each held for the table
     * @param onRelease closes it when nobody holds it any more, and lets go of those
     */
    public OpenTable(
        long number,
        Closeable file,
        long heapBytes,
        List<OpenValueFile> valueFiles,
        Consumer<OpenFile> onRelease) {
      super(FileNames.table(number), file, onRelease);
      this.valueFiles = List.copyOf(valueFiles);
      this.heapBytes = heapBytes;
    }

    /** Bytes of the filter, the index and the deletion vector that the table keeps in memory. */
    public long heapBytes() {
      return heapBytes;
    }

    /** The value files that its entries point into. */
    public List<OpenValueFile> valueFiles() {
      return valueFiles;
    }
  }
}
