package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.wal.LogProof;

/**
 * Whether what a manifest says can be so: by itself, and of a table by what the table says of
 * itself. Decides only; openings and checks ask it alike. Nothing is read for it.
 */
public final class ManifestFacts {

  /** The largest number of a sequence, file or keyspace. */
  private static final long NUMBER_MAX = EntryKind.SEQUENCE_MAX;

  /** No opening begins above this number: half of all take centuries. */
  public static final long GIVEN_MAX = NUMBER_MAX / 2;

  private ManifestFacts() {}

  /**
   * Checks what the edits of a manifest add up to.
   *
   * @throws IllegalArgumentException if something of it cannot be so
   */
  public static void check(ManifestState state) {
    long durable = LogProof.isPosition(state.logFloor()) ? state.logProof().durable() : -1;
    require(0, state.logFloor(), durable, "a log floor that is a position and was durable,");
    require(0, used(state), NUMBER_MAX, "the last of all numbers given out");
    for (KeyspaceState keyspace : state.keyspaces()) {
      long last = Math.max(state.lastSequence(), keyspace.flushed());
      for (RangeTombstone range : keyspace.ranges()) {
        require(1, range.sequence(), last, "the sequence of a range delete");
      }
      List<List<TableMeta>> levels = keyspace.levels();
      for (int level = 0; level < levels.size(); level++) {
        List<TableMeta> tables = levels.get(level);
        tables.forEach(table -> check(table, last));
        requireApart(level, tables);
      }
    }
  }

  private static long used(ManifestState state) {
    long sequence = Math.max(state.flushed(), state.marked());
    return Math.max(Math.max(sequence, state.nextFile()), state.nextKeyspace());
  }

  /** Refuses a store to writers that has given out half of all numbers: they might run out. */
  public static void requireRoom(ManifestState state) {
    if (used(state) > GIVEN_MAX) {
      throw new DbFormatException(
          "the store has given out number %s of %s and takes no more writes: Db.openReadOnly opens it, copy what it holds into a new store"
              .formatted(used(state), NUMBER_MAX),
          null);
    }
  }

  private static void check(TableMeta table, long last) {
    VectorRef vector = table.vector();
    String of = " of " + FileNames.table(table.number());
    require(0, table.largestSequence(), last, "the last sequence" + of);
    require(0, table.tombstones(), table.entries(), "the deletes" + of);
    for (TableMeta.ValueUse use : table.values()) {
      require(1, use.bytes(), use.file().recordBytes(), "the bytes of values" + of);
    }
    if (vector != null) {
      long least = vector.dead() - (table.entries() - table.tombstones());
      long most = Math.min(vector.dead(), table.tombstones());
      require(least, vector.deadTombstones(), most, "the dead deletes" + of);
    }
  }

  private static void requireApart(int level, List<TableMeta> tables) {
    for (int i = 1; level > 0 && i < tables.size(); i++) {
      TableMeta table = tables.get(i);
      if (Arrays.compareUnsigned(tables.get(i - 1).largestKey(), table.smallestKey()) >= 0) {
        String name = FileNames.table(table.number());
        throw new IllegalArgumentException(
            "expected tables that do not overlap in level %s, found that %s does"
                .formatted(level, name));
      }
    }
  }

  private static void require(long least, long number, long most, String what) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "expected %s from %s to %s, found %s".formatted(what, least, most, number));
    }
  }

  /**
   * Checks what the manifest says of a table.
   *
   * @param living the table without what is dead in it
   * @param hasher by the manifest's seed
   * @throws DbCorruptionException if it is said of another table, or of another store
   */
  public static void check(TableMeta meta, TableReader living, KeyHasher hasher) {
    TableProperties file = living.properties();
    boolean isLost =
        isLost(living, 0, file.smallestKey(), hasher)
            || isLost(living, file.entries() - 1, file.largestKey(), hasher);
    if (isLost || !describes(meta, file)) {
      String problem = isLost ? "has another hash seed than its filter" : "describes " + meta;
      throw new DbCorruptionException(
          "%s is not what the manifest says: it ends at offset %s with %s, and the manifest %s; restore the store from a checkpoint or salvage it"
              .formatted(FileNames.table(meta.number()), file.fileBytes(), file, problem),
          null);
    }
  }

  /** One sequence for all entries may stand in the manifest alone. */
  private static boolean describes(TableMeta meta, TableProperties file) {
    long most = EntryKind.sequence(file.largestTag());
    boolean isNumbered =
        most == 0 && file.smallestTag() != 0 && meta.smallestSequence() == meta.largestSequence();
    return meta.entries() == file.entries()
        && meta.fileBytes() == file.fileBytes()
        && Arrays.equals(meta.smallestKey(), file.smallestKey())
        && Arrays.equals(meta.largestKey(), file.largestKey())
        && (isNumbered
            || (meta.largestSequence() == most
                && meta.smallestSequence() == EntryKind.sequence(file.smallestTag())));
  }

  /** Whether an entry lives and the filter says that its key is absent. */
  private static boolean isLost(TableReader living, long ordinal, byte[] key, KeyHasher hasher) {
    DeletionVector dead = living.vector();
    return ordinal >= 0
        && (dead == null || !dead.isDead(ordinal))
        && !living.mayContain(hasher.hash(key, 0, key.length));
  }
}
