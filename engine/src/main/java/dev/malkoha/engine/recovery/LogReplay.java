package dev.malkoha.engine.recovery;

import module java.base;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.OperandFold;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTable.LogPlace;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of a log back into the memtables of all trees.
 *
 * <p>Sequence numbers must follow each other without a gap, from the one after the last that no
 * tree needs any more: a gap would be a lost write before one that was kept. What a tree's tables
 * hold already is passed over, and so is what was written to keyspaces that are no more.
 */
public final class LogReplay implements Log.RecordHandler {

  private final KeyHasher hasher;
  private final Function<KeyspaceState, KeyspaceOptions> optionsOf;
  private final Path path;
  private final Map<Long, TreeReplay> trees = new HashMap<>();
  private ManifestState manifest;
  private long lastSequence;
  private long time;

  /** What has a greater number is left out. */
  private long newest = Long.MAX_VALUE;

  private boolean isMarked;

  /** The last operation in memtables: beyond the last one replayed where a batch was cut short. */
  private long applied;

  // The batch that is being replayed.
  private LogPlace place = new LogPlace(0, 0);
  private int operations;
  private int bytes;

  // All that was read.
  private long recordsRead;
  private long bytesRead;

  /**
   * Creates a replay.
   *
   * @param optionsOf when a keyspace's memtables are full, and how they make one of its operands
   * @param path the store's, for messages
   */
  public LogReplay(
      ManifestState manifest,
      KeyHasher hasher,
      Function<KeyspaceState, KeyspaceOptions> optionsOf,
      Path path) {
    this.manifest = manifest;
    this.hasher = hasher;
    this.optionsOf = optionsOf;
    this.path = path;
    this.lastSequence = manifest.lastSequence();
    goOn(manifest);
  }

  /**
   * Goes on under what the manifest says by now: keyspaces come and go, and memtables of which all
   * is in tables are left to who still reads them. One of which only a part is stays as it is: what
   * is in both is the same, unless it {@link #sharesOperands}.
   */
  public void goOn(ManifestState later) {
    manifest = later;
    trees.keySet().removeIf(number -> later.keyspace(number) == null);
    for (KeyspaceState keyspace : later.keyspaces()) {
      long flushed = flushed(later, keyspace);
      TreeReplay known = trees.get(keyspace.id().number());
      if (known == null) {
        KeyspaceOptions options = optionsOf.apply(keyspace);
        trees.put(keyspace.id().number(), new TreeReplay(hasher, options, flushed));
      } else {
        known.flushedUpTo(flushed);
      }
    }
  }

  /** Leaves out what has a number above one. Before the first record. */
  public void leaveOutAbove(long sequence) {
    newest = sequence;
  }

  /** Whether there was a mark that the manifest does not know. */
  public boolean isMarked() {
    return isMarked;
  }

  @Override
  public void record(long position, byte[] buffer, int offset, int length) {
    long before = lastSequence;
    try {
      long first = Batch.firstSequence(buffer, offset, length);
      if (first != lastSequence + 1) {
        throw damaged(
            position, "a write numbered " + first + " follows one numbered " + lastSequence);
      }
      place = new LogPlace(position, lastSequence);
      operations = Batch.count(buffer, offset, length);
      bytes = length;
      recordsRead++;
      bytesRead += length;
      Batch.Reader at = new Batch.Reader(buffer, offset, length);
      replay(at, buffer, first > newest || manifest.isCut(first));
      time = Math.max(time, at.time);
    } catch (MalformedBytesException e) {
      lastSequence = before; // the whole of it may come again, under a later manifest
      throw damaged(position, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Replays a batch.
   *
   * @param isCut whether it was taken back: it has its numbers and its time, and nothing else
   */
  private void replay(Batch.Reader at, byte[] batch, boolean isCut) {
    long keyspace = -1;
    TreeReplay tree = null;
    while (at.next()) {
      if (at.keyspace != keyspace) {
        keyspace = at.keyspace;
        tree = tree(keyspace);
      }
      lastSequence++;
      if (at.kind == Batch.MARK) {
        isMarked = isMarked || manifest.isNewerMark(lastSequence);
        continue;
      }
      EntryKind kind = EntryKind.of(at.kind);
      if (isCut || tree == null || !tree.isMissing(lastSequence)) {
        continue;
      }
      if (kind == EntryKind.INGESTION) { // what joined is in tables, or never did
        tree.ingestion(lastSequence, place);
      } else if (lastSequence > applied) {
        applied = lastSequence;
        tree.begin(place, operations, bytes);
        long tag = EntryKind.tag(lastSequence, kind);
        tree.active.add(tag, batch, at.keyAt, at.keyLength, at.valueAt, at.valueLength);
      }
    }
  }

  /** The replay of a keyspace's operations; null for one that was dropped. */
  private @Nullable TreeReplay tree(long keyspace) {
    TreeReplay tree = trees.get(keyspace);
    if (tree == null && keyspace >= manifest.nextKeyspace()) {
      throw new MalformedBytesException("a write to keyspace " + keyspace + ", which never was");
    }
    return tree;
  }

  /** Whether tables joined, by what the manifest says by now, that it did not name before. */
  public boolean hasMissed(ManifestState later) {
    return anyTree(later, TreeReplay::hasMissed);
  }

  /**
   * Whether operands are in tables by now, maybe as a part of values, and in a memtable that holds
   * something else, too: a reader would count them twice.
   */
  public boolean sharesOperands(ManifestState later) {
    return anyTree(later, TreeReplay::sharesOperands);
  }

  /** Asks the trees that a later manifest still has, up to where it says they are in tables. */
  private boolean anyTree(ManifestState later, BiPredicate<TreeReplay, Long> question) {
    return later.keyspaces().stream()
        .filter(keyspace -> trees.containsKey(keyspace.id().number()))
        .anyMatch(keyspace -> question.test(of(keyspace), flushed(later, keyspace)));
  }

  private static long flushed(ManifestState later, KeyspaceState keyspace) {
    return Math.max(keyspace.flushed(), later.lastSequence());
  }

  /**
   * The sequence number of the last operation that is shown: that of tables which are only about to
   * join is not.
   */
  public long shownSequence() {
    boolean joins = trees.values().stream().anyMatch(tree -> tree.misses(lastSequence));
    return joins ? lastSequence - 1 : lastSequence;
  }

  /** The replay of a keyspace. */
  public TreeReplay of(KeyspaceState keyspace) {
    return Objects.requireNonNull(trees.get(keyspace.id().number()));
  }

  /** The sequence number of the last operation. */
  public long lastSequence() {
    return lastSequence;
  }

  /** The last time that the log has the store tell, in milliseconds since 1970; 0 if none. */
  public long time() {
    return time;
  }

  /** How many records were read. */
  public long recordsRead() {
    return recordsRead;
  }

  /** Their bytes. */
  public long bytesRead() {
    return bytesRead;
  }

  /**
   * Throws if tables hold something that was written after the log's end: keyspaces would show
   * different moments.
   */
  public void checkReach() {
    if (!reaches()) {
      throw damaged(
          place.position(),
          "it ends with the write numbered %s, and the manifest knows one numbered %s"
              .formatted(shownSequence(), Math.max(manifest.flushed(), manifest.marked())));
    }
  }

  /**
   * Whether what is shown reaches all that tables hold; an ingestion at the end of one tree is in
   * no table of others.
   */
  public boolean reaches() {
    return shownSequence() >= manifest.flushed() && lastSequence >= manifest.marked();
  }

  /**
   * Whether it may go on under what a manifest says: one of the same opening of the store, in which
   * nothing more was taken back.
   */
  public boolean isOf(ManifestState later) {
    return manifest.lineage().equals(later.lineage()) && manifest.cuts().containsAll(later.cuts());
  }

  private DbCorruptionException damaged(long position, String problem) {
    return new DbCorruptionException(
        "the log of %s is damaged at position %s: %s; restore the store from a checkpoint or salvage it"
            .formatted(path, position, problem),
        null);
  }

  /** The memtables of one tree, as the log's records fill them again. One thread. */
  public static final class TreeReplay {

    private final KeyHasher hasher;
    private final @Nullable OperandFold fold;
    private final long memTableBytes;
    private final List<FrozenMemTable> frozen = new ArrayList<>();
    private long flushed;

    /** The numbers under which tables may have joined that are not named yet, ascending. */
    private final Deque<Long> missed = new ArrayDeque<>();

    private MemTable active;
    private MemTable.@Nullable LogPlace activeBegin;

    /** Where the record is that was last begun: all that a record writes is in one memtable. */
    private MemTable.@Nullable LogPlace begun;

    /**
     * Creates a replay of nothing yet.
     *
     * @param flushed what has a sequence number up to this one is in tables
     */
    TreeReplay(KeyHasher hasher, KeyspaceOptions options, long flushed) {
      this.hasher = hasher;
      this.fold = OperandFold.of(options.mergeFunction());
      this.memTableBytes = options.memTableBytes();
      this.flushed = flushed;
      this.active = new MemTable(hasher, fold);
    }

    /** More is in tables by now: memtables that hold nothing else leave. */
    void flushedUpTo(long sequence) {
      flushed = sequence;
      missed.removeIf(number -> number <= sequence);
      frozen.removeIf(memTable -> memTable.table().largestSequence() <= sequence);
      if (!active.isEmpty() && active.largestSequence() <= sequence) {
        active = new MemTable(hasher, fold);
        activeBegin = null;
        begun = null;
      }
    }

    /** Whether operands up to a number are in a memtable that holds what is after it, too. */
    boolean sharesOperands(long sequence) {
      return isShared(active, activeBegin, sequence)
          || frozen.stream().anyMatch(each -> isShared(each.table(), each.begin(), sequence));
    }

    private static boolean isShared(
        MemTable table, MemTable.@Nullable LogPlace begin, long sequence) {
      return table.hasOperands()
          && begin != null
          && begin.sequence() < sequence
          && sequence < table.largestSequence();
    }

    /**
     * Tables joined under a number that are not named, or not yet. What was written before is in
     * memtables of its own, which leave when they are: else they would hide what joined.
     *
     * @param place of its record
     */
    void ingestion(long sequence, MemTable.LogPlace place) {
      missed.addLast(sequence);
      if (activeBegin != null) {
        freeze(place);
      }
      begun = null;
    }

    /** Whether tables are not named that joined under a number. */
    boolean misses(long sequence) {
      return missed.contains(sequence);
    }

    /** Whether such tables may be named where all up to a number is in tables. */
    boolean hasMissed(long later) {
      return !missed.isEmpty() && missed.getFirst() <= later;
    }

    /** Whether an operation of this number is missing in the tables. */
    boolean isMissing(long sequence) {
      return sequence > flushed;
    }

    /** Makes sure that the memtable has room for a record's share, of at most this size. */
    void begin(MemTable.LogPlace place, int operations, int bytes) {
      if (place.equals(begun)) {
        return;
      }
      begun = place;
      boolean full = active.isFull(memTableBytes) || !active.fits(operations, bytes);
      if (full && activeBegin != null) {
        freeze(place);
      }
      if (activeBegin == null) {
        activeBegin = place;
      }
    }

    private void freeze(MemTable.LogPlace end) {
      MemTable.LogPlace begin = Objects.requireNonNull(activeBegin, "an empty memtable");
      frozen.addFirst(new FrozenMemTable(active, begin, end));
      active = new MemTable(hasher, fold);
      activeBegin = null;
    }

    /** The memtables with a version beside them. */
    public ReadView view(Version version) {
      return new ReadView(active, frozen, version);
    }

    /** Publishes a tree with the memtables. */
    public void open(Tree tree, Version version) {
      tree.open(view(version), activeBegin);
    }
  }
}
