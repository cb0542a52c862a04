package dev.malkoha.engine.version;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.wal.LogProof;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a manifest says can be so: by itself, and of a table by what the table says of
 * itself. Decides only; openings and checks ask it alike. Nothing is read for it.
 */
public final class ManifestFacts {

  /** Of sequences, files and keyspaces. */
  private static final long NUMBER_MAX = EntryKind.SEQUENCE_MAX;

  private ManifestFacts() {}

  /**
   * Checks what the edits of a manifest add up to.
   *
   * @throws IllegalArgumentException if something of it cannot be so
   */
  static void check(ManifestState state) {
    require(0, state.nextFile(), NUMBER_MAX, "a next file number");
    require(0, state.nextKeyspace(), NUMBER_MAX, "a next keyspace number");
    require(0, state.flushed(), NUMBER_MAX, "a last sequence");
    if (!LogProof.isPosition(state.logFloor())) {
      throw new IllegalArgumentException(
          "its log floor is no position of a log: " + state.logFloor());
    }
    require(0, state.logFloor(), state.logProof().durable(), "a log floor that was durable,");
    for (ValueFileMeta file : state.valueFiles()) {
      require(1, file.number(), state.nextFile() - 1, "a value file's number");
      require(0, file.fileBytes(), NUMBER_MAX, "a value file's bytes");
    }
    state.keyspaces().forEach(keyspace -> check(state, keyspace));
  }

  /** Refuses a store to writers that has given out half of all numbers: they might run out. */
  public static void requireRoom(ManifestState state) {
    long used = Math.max(Math.max(state.flushed(), state.nextFile()), state.nextKeyspace());
    if (used > NUMBER_MAX / 2) {
      throw new DbFormatException(
          "the store has given out number %d, of %d: it takes no more writes; copy what it holds"
                  .formatted(used, NUMBER_MAX)
              + " into a new store (Db.openReadOnly opens this one)",
          null);
    }
  }

  private static void check(ManifestState state, KeyspaceState keyspace) {
    long last = Math.max(state.lastSequence(), keyspace.flushed());
    keyspace
        .ranges()
        .forEach(range -> require(1, range.sequence(), last, "a range delete's sequence"));
    for (int level = 0; level < Version.LEVELS; level++) {
      List<TableMeta> tables = keyspace.level(level);
      for (int i = 0; i < tables.size(); i++) {
        TableMeta table = tables.get(i);
        String name = FileNames.table(table.number());
        require(1, table.number(), state.nextFile() - 1, "a table's number");
        require(0, table.largestSequence(), last, "the last sequence of " + name);
        require(0, table.tombstones(), table.entries(), "the deletes of " + name);
        checkValues(table, name);
        checkVector(table, keyspace.vector(table.number()), state.nextFile(), name);
        if (level > 0 && i > 0) {
          requireApart(tables.get(i - 1), table, level);
        }
      }
    }
  }

  private static void checkValues(TableMeta table, String name) {
    long before = 0;
    for (ValueUse use : table.values()) {
      require(before + 1, use.file().number(), NUMBER_MAX, "the next value file of " + name);
      require(1, use.bytes(), use.file().recordBytes(), "the bytes of values of " + name);
      before = use.file().number();
    }
  }

  private static void checkVector(
      TableMeta table, @Nullable VectorRef vector, long nextFile, String name) {
    if (vector != null) {
      long puts = table.entries() - table.tombstones();
      long most = Math.min(vector.dead(), table.tombstones());
      require(1, vector.sidecar(), nextFile - 1, "the sidecar of " + name);
      require(0, vector.offset(), NUMBER_MAX, "the offset of what is dead in " + name);
      require(vector.dead() - puts, vector.deadTombstones(), most, "the dead deletes of " + name);
    }
  }

  private static void requireApart(TableMeta before, TableMeta after, int level) {
    if (Arrays.compareUnsigned(before.largestKey(), after.smallestKey()) >= 0) {
      throw new IllegalArgumentException(
          "expected tables that do not overlap in level %d, found that %s and %s overlap"
              .formatted(level, FileNames.table(before.number()), FileNames.table(after.number())));
    }
  }

  private static void require(long least, long number, long most, String what) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "expected %s from %d to %d, found %d".formatted(what, least, most, number));
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
    if (!describes(meta, file)) {
      throw damaged(meta, file, "the manifest describes another table: " + meta);
    }
    if (isLost(living, 0, file.smallestKey(), hasher)
        || isLost(living, file.entries() - 1, file.largestKey(), hasher)) {
      throw damaged(meta, file, "its filter does not hold its keys by the manifest's hash seed");
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

  private static DbCorruptionException damaged(
      TableMeta meta, TableProperties file, String problem) {
    return new DbCorruptionException(
        "%s does not fit the manifest: it ends at offset %d with %s, and %s; restore the store"
                .formatted(FileNames.table(meta.number()), file.fileBytes(), file, problem)
            + " from a backup",
        null);
  }
}
