package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.TableFacts;
import dev.malkoha.engine.version.Version;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a picker answers: which tables, by their numbers, are to become what.
 *
 * @param inputs the numbers of each level's tables; the list's index is the level
 * @param outputLevel the level that the result joins
 * @param kind what to do
 */
public record CompactionPick(List<SortedSet<Long>> inputs, int outputLevel, Kind kind) {

  /** A pick of one table of a level. */
  static CompactionPick of(TableFacts table, int level, int outputLevel, Kind kind) {
    return of(level, List.of(table), List.of(), outputLevel, kind);
  }

  /** A pick of tables of a level and of the next one. */
  static CompactionPick of(
      int level, List<TableFacts> tables, List<TableFacts> below, int outputLevel, Kind kind) {
    return of(
        IntStream.range(0, Version.LEVELS)
            .mapToObj(i -> i == level ? tables : i == level + 1 ? below : List.<TableFacts>of())
            .toList(),
        outputLevel,
        kind);
  }

  /** A pick of tables of any level. */
  static CompactionPick of(List<List<TableFacts>> inputs, int outputLevel, Kind kind) {
    return new CompactionPick(
        inputs.stream().map(CompactionPick::numbers).toList(), outputLevel, kind);
  }

  private static SortedSet<Long> numbers(List<TableFacts> tables) {
    return tables.stream()
        .map(TableFacts::number)
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(TreeSet::new), Collections::unmodifiableSortedSet));
  }
}
