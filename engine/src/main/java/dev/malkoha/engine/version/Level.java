package dev.malkoha.engine.version;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one level, immutable: level 0 newest first and possibly overlapping, deeper levels
 * by key and disjoint.
 */
public final class Level {

  private final Table[] tables;
  private final long bytes;

  Level(List<Table> tables) {
    this.tables = tables.toArray(new Table[0]);
    this.bytes = tables.stream().mapToLong(table -> table.meta().fileBytes()).sum();
  }

  /** The number of tables. */
  public int size() {
    return tables.length;
  }

  /** The table at an index. */
  public Table table(int index) {
    return tables[index];
  }

  /** The tables as a list. */
  public List<Table> tables() {
    return List.of(tables);
  }

  /** Bytes of all files. */
  public long bytes() {
    return bytes;
  }

  /** The tables whose key range meets the closed range, in this level's order. */
  public List<Table> overlapping(byte[] smallest, byte[] largest) {
    List<Table> found = new ArrayList<>();
    for (Table table : tables) {
      if (table.meta().overlaps(smallest, largest)) {
        found.add(table);
      }
    }
    return found;
  }
}
