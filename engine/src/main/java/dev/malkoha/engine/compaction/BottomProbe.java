package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import java.util.Arrays;

/**
 * Answers, for keys in ascending order, whether any table below a level could hold the key: one
 * place a level that only moves forward.
 */
final class BottomProbe {

  private final Version version;
  private final int outputLevel;
  private final int[] places = new int[Version.LEVELS];

  BottomProbe(Version version, int outputLevel) {
    this.version = version;
    this.outputLevel = outputLevel;
  }

  /** Whether nothing below the output level covers the key; keys must not descend. */
  boolean nothingBeneath(byte[] buffer, int offset, int length) {
    byte[] key = null;
    long prefix = 0;
    for (int level = outputLevel + 1; level < Version.LEVELS; level++) {
      Level tables = version.level(level);
      if (places[level] >= tables.size()) {
        continue;
      }
      if (key == null) {
        key = Arrays.copyOfRange(buffer, offset, offset + length);
        prefix = EntryOrder.prefix(key, 0, length);
      }
      if (covers(tables, level, prefix, key)) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(Level tables, int level, long prefix, byte[] key) {
    while (places[level] < tables.size()
        && tables.table(places[level]).compareLargest(prefix, key) < 0) {
      places[level]++;
    }
    return places[level] < tables.size() && tables.table(places[level]).covers(prefix, key);
  }
}
