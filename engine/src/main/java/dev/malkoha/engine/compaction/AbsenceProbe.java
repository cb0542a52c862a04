package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;

/**
 * Tells without reading a block that no table holds a live entry of a key: by key ranges and by
 * filters, whose "absent" is proof.
 */
final class AbsenceProbe {

  private final Version version;
  private final KeyHasher hasher;

  /** A probe of all tables of a version; pinned by the caller. */
  AbsenceProbe(Version version, KeyHasher hasher) {
    this.version = version;
    this.hasher = hasher;
  }

  /** Whether the key is proved to be in no table. */
  boolean isAbsent(byte[] key) {
    long prefix = EntryOrder.prefix(key, 0, key.length);
    long hash = hasher.hash(key, 0, key.length);
    for (Table table : version.level(0).tables()) {
      if (mayHold(table, prefix, key, hash)) {
        return false;
      }
    }
    for (int i = 1; i < Version.LEVELS; i++) {
      Level level = version.level(i);
      int index = level.size() == 0 ? 0 : level.find(prefix, key);
      if (index < level.size() && mayHold(level.table(index), prefix, key, hash)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayHold(Table table, long prefix, byte[] key, long hash) {
    return table.covers(prefix, key) && table.reader().mayContain(hash);
  }
}
