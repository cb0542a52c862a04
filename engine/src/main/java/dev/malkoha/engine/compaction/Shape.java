package dev.malkoha.engine.compaction;

import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Table.TableFacts;
import dev.malkoha.engine.version.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All that is decided from: what a version knows of the tables of each level, the range deletes
 * over them, and which tables running work has. Nothing in it changes.
 *
 * @param levels the tables of each level, in the order of {@link Version}
 * @param ranges the range deletes in force
 * @param busy the numbers of tables that nothing else may take
 */
public record Shape(List<List<TableFacts>> levels, RangeTombstones ranges, Set<Long> busy) {

  /** Creates a shape. */
  public Shape {
    levels = levels.stream().map(List::copyOf).toList();
    busy = Set.copyOf(busy);
  }

  /**
   * The shape of a version; no key is copied.
   *
   * @param isBusy under the lock that guards it
   */
  public static Shape of(Version version, Predicate<Table> isBusy) {
    List<List<TableFacts>> levels =
        IntStream.range(0, Version.LEVELS)
            .mapToObj(level -> version.level(level).stream().map(Table::facts).toList())
            .toList();
    Set<Long> busy =
        version.tables().stream()
            .filter(isBusy)
            .map(table -> table.meta().number())
            .collect(Collectors.toSet());
    return new Shape(levels, version.ranges(), busy);
  }

  /** The tables of a level. */
  public List<TableFacts> level(int level) {
    return levels.get(level);
  }

  /** Bytes of a level's files. */
  public long bytes(int level) {
    return bytes(level(level));
  }

  /** Bytes of tables' files. */
  static long bytes(List<TableFacts> tables) {
    long bytes = 0;
    for (TableFacts table : tables) {
      bytes += table.meta().fileBytes();
    }
    return bytes;
  }

  /** The tables of a level that have keys in the span of some, in the level's order. */
  List<TableFacts> overlapping(int level, List<TableFacts> tables) {
    byte[] smallest =
        tables.stream()
            .map(table -> table.meta().smallestKey())
            .min(Arrays::compareUnsigned)
            .orElseThrow();
    byte[] largest =
        tables.stream()
            .map(table -> table.meta().largestKey())
            .max(Arrays::compareUnsigned)
            .orElseThrow();
    return level(level).stream().filter(table -> table.meta().overlaps(smallest, largest)).toList();
  }

  /** The deepest level that has tables; 0 if there is none. */
  public int deepestLevel() {
    int deepest = levels.size() - 1;
    while (deepest > 0 && level(deepest).isEmpty()) {
      deepest--;
    }
    return deepest;
  }

  /** All tables, shallow levels first. */
  public List<TableFacts> tables() {
    return levels.stream().flatMap(List::stream).toList();
  }

  /** Whether running work has a table. */
  public boolean isBusy(TableFacts table) {
    return busy.contains(table.number());
  }
}
