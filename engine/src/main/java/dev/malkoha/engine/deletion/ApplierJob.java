package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * One run of the delete applier. It reads and finds; what it found is for others to write down.
 *
 * <p>A step of tombstones is a sorted merge-join of a table's live tombstones with all older
 * entries of their keys. A step of ranges walks over what they cover in the table, key by key, for
 * the filter is to let go of the keys.
 *
 * <p>A filter that says "absent" is proof: it knows every key that has a live entry. One that says
 * "maybe" is none, so the table is read, and a key's fingerprint is given up only where its last
 * live entry was read.
 */
public final class ApplierJob {

  /** Tombstones from one look at the run's bounds to the next. */
  private static final int PIECE = 512;

  /** Marks that one run may gather: 16 bytes each. */
  private static final int MARKS_MAX = 1 << 21;

  private final Version version;
  private final Set<Table> claimed;
  private final SnapshotStripes stripes;
  private final KeyHasher hasher;
  private final ApplierBudget budget;
  private final TableCursors cursors = new TableCursors();
  private final Marks marks = new Marks();
  private final Set<Long> hinderingSnapshots = new HashSet<>();
  private final Set<Table> refused = new HashSet<>();
  private final List<CorruptFileException> damage = new ArrayList<>();

  private byte @Nullable [] resumeAt;
  private byte @Nullable [] appliedKey;

  /** Whether a snapshot needs what the tombstone at hand covers. */
  private boolean isHindered;

  private long blocksRead;

  /**
   * Creates a run.
   *
   * @param version holds the steps' tables; pinned by the caller
   * @param claimed the tables of it that merges have: keys that may be in these are left alone
   */
  public ApplierJob(
      Version version,
      Set<Table> claimed,
      SnapshotStripes stripes,
      KeyHasher hasher,
      ApplierBudget budget) {
    this.version = version;
    this.claimed = claimed;
    this.stripes = stripes;
    this.hasher = hasher;
    this.budget = budget;
  }

  /**
   * Takes steps, the first one in any case, until the run's bounds are met.
   *
   * @param steps of ranges, or one of tombstones
   */
  public ApplierResult run(List<ApplierPlan.ApplierStep> steps) throws IOException {
    budget.begin();
    List<ApplierPlan.ApplierStep> taken = new ArrayList<>();
    for (ApplierPlan.ApplierStep step : steps) {
      if (isWithinBounds()) {
        carryOut(step);
        taken.add(step);
      }
    }
    return new ApplierResult(
        taken, marks, resumeAt, hinderingSnapshots, refused, damage, blocksRead);
  }

  private boolean isWithinBounds() {
    return blocksRead < budget.blocksMax() && marks.count() < MARKS_MAX;
  }

  private void carryOut(ApplierPlan.ApplierStep step) throws IOException {
    try (cursors) {
      if (step.isOfRanges()) {
        cover(step);
      } else {
        applyTombstones(step);
      }
    } catch (CorruptFileException e) { // of the step's own table: it is left alone
      marks.dropKey();
      damage.add(e);
      resumeAt = null;
    }
  }

  private void pay(long blocksSoFar) {
    budget.pay(blocksSoFar - blocksRead);
    blocksRead = blocksSoFar;
  }

  /** Every reader sees the ranges, so no snapshot needs what they cover. Each key is met once. */
  private void cover(ApplierPlan.ApplierStep step) throws IOException {
    List<RangeTombstone> byStart = new ArrayList<>(step.ranges());
    byStart.sort(Comparator.comparing(RangeTombstone::from, Arrays::compareUnsigned));
    RangeTombstones ranges = RangeTombstones.of(byStart);
    TableCursor cursor = cursors.seek(step.table(), byStart.getFirst().from());
    for (RangeTombstone range : byStart) {
      if (cursor.valid() && cursor.compareKey(range.from()) < 0) {
        cursors.seek(step.table(), range.from());
      }
      while (cursor.valid() && (range.isOpen() || cursor.compareKey(range.to()) < 0)) {
        byte[] key = cursor.copyKey();
        if (marks.prefixes.note(step.table(), key, cursors, hasher)) {
          cursors.seek(step.table(), key);
        }
        long sequence = ranges.covering(key, 0, key.length, Long.MAX_VALUE);
        long hash = hasher.hash(key, 0, key.length);
        marks.addKey(step.table(), cursor, key, hash, tag -> Versions.isCovered(tag, sequence));
        marks.endKey();
      }
      pay(cursors.blocksRead());
    }
  }

  /** A run gets on by a piece at least, however little it may read. */
  private void applyTombstones(ApplierPlan.ApplierStep step) throws IOException {
    List<SortedRun> older = version.runsBelow(step.table());
    byte[] from = step.from() == null ? new byte[0] : step.from();
    try (TableCursor cursor = step.table().tombstoneCursor()) {
      cursor.seek(from, 0, from.length, -1L);
      for (boolean within = true; cursor.valid() && within; within = isWithinBounds()) {
        applyPiece(cursor, step.table(), older);
        pay(cursors.blocksRead() + cursor.blocksRead());
      }
      resumeAt = cursor.valid() ? cursor.copyKey() : null;
    }
  }

  /**
   * Applies some tombstones. An older one of a key that was just applied is already among the
   * marks. One that reaches into a damaged block stays, and so does what it covers.
   */
  private void applyPiece(TableCursor cursor, Table own, List<SortedRun> older) throws IOException {
    for (int left = PIECE; cursor.valid() && left > 0; cursor.next()) {
      if (Versions.isTombstone(cursor.tag()) && (appliedKey == null || !cursor.isKey(appliedKey))) {
        left--;
        try {
          apply(Tombstone.at(cursor, hasher), own, older);
        } catch (CorruptFileException e) {
          marks.dropKey();
          damage.add(e);
        }
      }
    }
  }

  /**
   * Marks all that a tombstone covers, every older entry of its key in every table, and itself: all
   * of it or, if a snapshot sees what it covers or a merge has one of the tables, nothing.
   */
  private void apply(Tombstone tombstone, Table own, List<SortedRun> older) throws IOException {
    List<Table> tables = older.stream().map(tombstone::tableIn).filter(Objects::nonNull).toList();
    if (!Collections.disjoint(claimed, tables)) {
      tables.stream().filter(claimed::contains).forEach(refused::add);
      return;
    }
    isHindered = false;
    applyInOwnTable(tombstone, own);
    for (int i = 0; !isHindered && i < tables.size(); i++) {
      applyIn(tables.get(i), tombstone);
    }
    if (isHindered) {
      marks.dropKey();
      hinderingSnapshots.add(stripes.newestBelow(EntryKind.sequence(tombstone.tag())));
    } else {
      marks.endKey();
      appliedKey = tombstone.key();
    }
  }

  /** Where each key of the table has one entry, the tombstone is it: nothing is read. */
  private void applyInOwnTable(Tombstone tombstone, Table own) throws IOException {
    TableProperties properties = own.reader().properties();
    if (properties.entries() == properties.distinctKeys()) {
      marks.add(own, tombstone.ordinal(), true);
      marks.keyIsDead(tombstone.hash());
      marks.prefixes.note(own, tombstone.key(), cursors, hasher);
    } else {
      applyIn(own, tombstone);
    }
  }

  private void applyIn(Table table, Tombstone tombstone) throws IOException {
    TableCursor cursor = cursors.seek(table, tombstone.key());
    long deleted = tombstone.tag();
    marks.addKey(table, cursor, tombstone.key(), tombstone.hash(), tag -> dies(tag, deleted));
    marks.prefixes.note(table, tombstone.key(), cursors, hasher);
  }

  /** Whether an entry dies with a tombstone: it is not newer, and no snapshot needs it. */
  private boolean dies(long tag, long deleted) {
    boolean dies = Versions.diesWith(deleted, tag, stripes);
    isHindered |= !dies && Long.compareUnsigned(tag, deleted) <= 0;
    return dies;
  }

  /**
   * What one run of the applier found.
   *
   * @param steps that were taken
   * @param marks what may be marked dead
   * @param resumeAt the key at which a step of tombstones is to go on; null if it reached the end
   * @param hinderingSnapshots snapshots that kept tombstones in place
   * @param refused claimed tables that kept tombstones in place
   * @param damage that was met: what it keeps from being read stays as it is
   * @param blocksRead data blocks read from files
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
  public record ApplierResult(
      List<ApplierPlan.ApplierStep> steps,
      Marks marks,
      byte @Nullable [] resumeAt,
      Set<Long> hinderingSnapshots,
      Set<Table> refused,
      List<CorruptFileException> damage,
      long blocksRead) {}

  /**
   * One delete that is to be applied.
   *
   * @param key its key
   * @param prefix the key's first eight bytes, as {@link EntryOrder#prefix} has them
   * @param hash the key's hash
   * @param tag the delete's tag
   * @param ordinal its index in its table
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
  record Tombstone(byte[] key, long prefix, long hash, long tag, long ordinal) {

    /** The delete that a cursor stands on. */
    static Tombstone at(TableCursor cursor, KeyHasher hasher) {
      byte[] key = cursor.copyKey();
      long hash = hasher.hash(key, 0, key.length);
      return new Tombstone(key, cursor.keyPrefix(), hash, cursor.tag(), cursor.ordinal());
    }

    /**
     * The table of a run that may hold entries of the key, by range and filter; null if none may.
     */
    @Nullable Table tableIn(SortedRun run) {
      Table table = run.tableFor(prefix, key);
      return table != null && table.reader().mayContain(hash) ? table : null;
    }
  }
}
