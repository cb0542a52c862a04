package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A pure question: given a version, which compaction, if any?
 *
 * <p>The fullest level goes first. From level 0 the oldest table goes with all that overlap it;
 * from deeper ones the table with the least to rewrite below it for its size. Tables of running
 * compactions are left alone, and so is what would need them.
 */
public final class CompactionPicker {

  private final LevelTargets targets;

  /** Creates a picker for the given sizes. */
  public CompactionPicker(LevelTargets targets) {
    this.targets = targets;
  }

  /** The most urgent compaction that can run now. */
  public Optional<Compaction> pick(Version version) {
    return IntStream.range(0, Version.LEVELS - 1)
        .boxed()
        .filter(level -> targets.score(version, level) >= 1)
        .sorted(Comparator.comparingDouble(level -> -targets.score(version, level)))
        .map(level -> level == 0 ? fromLevel0(version) : fromLevel(version, level))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * The compaction that gathers everything in the deepest level in use: all tables of all levels;
   * empty where one level below 0 already holds all there is and nothing in it is dead.
   */
  public Optional<Compaction> pickEverything(Version version) {
    List<List<Table>> inputs = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      inputs.add(version.level(level).tables());
    }
    int outputLevel = Math.max(1, version.deepestLevel());
    Compaction everything = new Compaction(inputs, outputLevel, Kind.MERGE);
    boolean oneLevel = everything.tables().size() == version.level(outputLevel).size();
    boolean clean =
        everything.tables().stream()
            .allMatch(table -> holdsOnlyNewestPuts(table) && !isUnderRange(version, table));
    return everything.tables().isEmpty() || (oneLevel && clean)
        ? Optional.empty()
        : Optional.of(everything);
  }

  /** Every sequence number spent means: written at the bottom, one put a key, nothing shadowed. */
  private static boolean holdsOnlyNewestPuts(Table table) {
    return table.meta().tombstones() == 0
        && table.meta().largestSequence() == 0
        && table.deadEntries() == 0;
  }

  private static boolean isUnderRange(Version version, Table table) {
    return version.ranges().touches(table.meta().smallestKey(), table.meta().largestKey());
  }

  private Optional<Compaction> fromLevel0(Version version) {
    Level newestFirst = version.level(0);
    List<Table> group = new ArrayList<>(List.of(newestFirst.table(newestFirst.size() - 1)));
    while (growByOverlap(group, newestFirst)) {
      // until nothing of level 0 that overlaps the group is left outside
    }
    return withOverlapBelow(version, 0, group);
  }

  private static boolean growByOverlap(List<Table> group, Level level) {
    byte[] smallest = smallestKey(group);
    byte[] largest = largestKey(group);
    List<Table> overlapping = new ArrayList<>(level.overlapping(smallest, largest));
    overlapping.removeAll(group);
    return group.addAll(overlapping);
  }

  private Optional<Compaction> fromLevel(Version version, int level) {
    List<Table> candidates = new ArrayList<>(version.level(level).tables());
    candidates.removeIf(Table::isBusy);
    candidates.sort(Comparator.comparingDouble(table -> rewriteRatio(version, level, table)));
    return candidates.stream()
        .map(table -> withOverlapBelow(version, level, List.of(table)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static double rewriteRatio(Version version, int level, Table table) {
    long below =
        version
            .level(level + 1)
            .overlapping(table.meta().smallestKey(), table.meta().largestKey())
            .stream()
            .mapToLong(other -> other.meta().fileBytes())
            .sum();
    return (double) below / table.meta().fileBytes();
  }

  private Optional<Compaction> withOverlapBelow(Version version, int level, List<Table> tables) {
    List<Table> below =
        version.level(level + 1).overlapping(smallestKey(tables), largestKey(tables));
    if (tables.stream().anyMatch(Table::isBusy) || below.stream().anyMatch(Table::isBusy)) {
      return Optional.empty();
    }
    List<List<Table>> inputs = new ArrayList<>();
    for (int i = 0; i < Version.LEVELS; i++) {
      inputs.add(i == level ? tables : i == level + 1 ? below : List.of());
    }
    Kind kind = tables.size() == 1 && below.isEmpty() ? Kind.MOVE : Kind.MERGE;
    return Optional.of(new Compaction(inputs, level + 1, kind));
  }

  private static byte[] smallestKey(List<Table> tables) {
    return tables.stream()
        .map(table -> table.meta().smallestKey())
        .min(Arrays::compareUnsigned)
        .orElseThrow();
  }

  private static byte[] largestKey(List<Table> tables) {
    return tables.stream()
        .map(table -> table.meta().largestKey())
        .max(Arrays::compareUnsigned)
        .orElseThrow();
  }
}
