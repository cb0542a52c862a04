package dev.malkoha.engine.ingest;

import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.version.TableFacts;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A pure question: given a shape, which level does each of some tables join, whose entries are
 * newer than all there are and which do not overlap each other?
 *
 * <p>The deepest one where neither it nor a shallower one has a table in its key range: so a read
 * that goes from the newest to the oldest meets each key's entries in order. A table in the range
 * from the least to the greatest key of all that running work has joins level 0, which is always
 * right: what a merge writes may span gaps between its inputs, at any level below.
 *
 * <p>A merge that runs, and has found that nothing older than some key lies beneath it, stays
 * right: a table that joins beneath an input's level does not overlap that input, so it has none of
 * the keys that were asked about.
 *
 * @param shape of the version that they join
 * @param targets the sizes that levels may have
 */
public record Placement(Shape shape, LevelTargets targets) {

  /** The closed range of what running work has. */
  private record Span(byte[] first, byte[] last) {}

  /** The level of each table. */
  public int[] levels(List<TableMeta> tables) {
    long bytes = tables.stream().mapToLong(TableMeta::fileBytes).sum();
    int deepest = deepest(bytes);
    Optional<Span> busy = busy();
    return tables.stream().mapToInt(table -> level(table, deepest, busy)).toArray();
  }

  /** No deeper than the tree is, unless there is no room for all of them. */
  private int deepest(long bytes) {
    int inUse =
        IntStream.range(1, Version.LEVELS)
            .filter(level -> !shape.level(level).isEmpty())
            .max()
            .orElse(1);
    int level = inUse;
    while (level < Version.LEVELS - 1 && shape.bytes(level) + bytes > targets.bytes(level)) {
      level++;
    }
    return level;
  }

  private Optional<Span> busy() {
    List<TableMeta> busy =
        shape.levels().stream()
            .flatMap(List::stream)
            .filter(table -> shape.busy().contains(table.number()))
            .map(TableFacts::meta)
            .toList();
    return busy.stream()
        .map(TableMeta::smallestKey)
        .min(Arrays::compareUnsigned)
        .map(
            first ->
                new Span(
                    first,
                    busy.stream()
                        .map(TableMeta::largestKey)
                        .max(Arrays::compareUnsigned)
                        .orElseThrow()));
  }

  private int level(TableMeta table, int deepest, Optional<Span> busy) {
    if (busy.isPresent() && table.overlaps(busy.get().first, busy.get().last)) {
      return 0;
    }
    int level = 0;
    while (level <= deepest && !overlapsAny(table, shape.level(level))) {
      level++;
    }
    return Math.max(0, level - 1);
  }

  private static boolean overlapsAny(TableMeta table, List<TableFacts> others) {
    return others.stream()
        .anyMatch(other -> table.overlaps(other.meta().smallestKey(), other.meta().largestKey()));
  }
}
