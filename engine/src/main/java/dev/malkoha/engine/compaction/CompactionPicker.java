package dev.malkoha.engine.compaction;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.Table.TableFacts;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * A pure question: given a shape, which compaction, if any?
 *
 * <p>The fullest level goes first. From level 0 the oldest table goes with all that overlap it;
 * from deeper ones the table with the least to rewrite below it for its size. Busy tables are left
 * alone, and so is what would need them.
 *
 * @param targets the sizes that levels may have
 */
public record CompactionPicker(LevelTargets targets) {

  /** The most urgent compaction that can run now. */
  public Optional<Compaction<TableFacts>> pick(Shape shape) {
    return IntStream.range(0, Version.LEVELS - 1)
        .boxed()
        .filter(level -> targets.score(shape, level) >= 1)
        .sorted(Comparator.comparingDouble(level -> -targets.score(shape, level)))
        .map(level -> level == 0 ? fromLevel0(shape) : fromLevel(shape, level))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * The next compaction of those that gather all tables with keys of a range in the deepest level
   * in use, busy ones, too, and what they overlap below; empty where that level holds all of them
   * and nothing in them is dead. It takes all at once if they are few. Else it empties level after
   * level into the next one, then rewrites what has dead entries in the deepest.
   *
   * @param before tables with such a number or a greater one have joined since the gathering began:
   *     it does not wait for what is flushed meanwhile, and rewrites nothing twice
   */
  public Optional<Compaction<TableFacts>> pickRange(Shape shape, KeyRange range, long before) {
    int deepest = Math.max(1, shape.deepestLevel());
    List<List<TableFacts>> inputs = overlapping(shape, range);
    List<TableFacts> level0 = inputs.getFirst();
    boolean isLevel0New = level0.isEmpty() || level0.getLast().number() >= before;
    OptionalInt from =
        IntStream.range(isLevel0New ? 1 : 0, deepest)
            .filter(level -> !inputs.get(level).isEmpty())
            .findFirst();
    List<TableFacts> unclean =
        inputs.get(deepest).stream().filter(table -> isUnclean(table, shape, before)).toList();
    if (from.isEmpty() && unclean.isEmpty()) {
      return Optional.empty();
    }
    if (Shape.bytes(inputs.stream().flatMap(List::stream).toList()) <= targets.mergeBytes()) {
      return Optional.of(new Compaction<>(inputs, deepest, Kind.MERGE));
    }
    return from.isEmpty()
        ? Optional.of(rewrite(shape.level(deepest), unclean, deepest))
        : Optional.of(down(shape, from.getAsInt(), inputs.get(from.getAsInt())));
  }

  /** Merges the first tables of a level into the next one; level 0 goes whole. */
  private Compaction<TableFacts> down(Shape shape, int level, List<TableFacts> tables) {
    List<TableFacts> lone = tables.subList(0, 1);
    boolean mayMove = level > 0 || tables.size() == 1;
    if (mayMove && shape.overlapping(level + 1, lone).isEmpty()) {
      return Compaction.of(level, lone, List.of(), level + 1, Kind.MOVE);
    }
    List<TableFacts> first =
        level == 0
            ? tables
            : atMost(
                tables,
                some -> Shape.bytes(some) + Shape.bytes(shape.overlapping(level + 1, some)));
    return Compaction.of(level, first, shape.overlapping(level + 1, first), level + 1, Kind.MERGE);
  }

  /** Rewrites the first unclean tables of a level, as far as they are neighbours. */
  private Compaction<TableFacts> rewrite(
      List<TableFacts> level, List<TableFacts> unclean, int number) {
    int first = level.indexOf(unclean.getFirst());
    int last = first;
    while (last < level.size() && unclean.contains(level.get(last))) {
      last++;
    }
    List<TableFacts> tables = atMost(level.subList(first, last), Shape::bytes);
    return Compaction.of(number, tables, List.of(), number, Kind.MERGE);
  }

  /** The first tables, one at least, of which a merge takes no more bytes than it should. */
  private List<TableFacts> atMost(List<TableFacts> tables, ToLongFunction<List<TableFacts>> bytes) {
    int count = 1;
    while (count < tables.size()
        && bytes.applyAsLong(tables.subList(0, count + 1)) <= targets.mergeBytes()) {
      count++;
    }
    return tables.subList(0, count);
  }

  private static boolean isUnclean(TableFacts table, Shape shape, long before) {
    return table.number() < before
        && (!holdsOnlyNewestPuts(table) || table.isTouched(shape.ranges()));
  }

  /** Tables with keys of a range, by level: of level 0 all or none, as its tables overlap. */
  private static List<List<TableFacts>> overlapping(Shape shape, KeyRange range) {
    List<List<TableFacts>> inputs = new ArrayList<>();
    List<TableFacts> taken = new ArrayList<>();
    for (int level = 0; level < shape.levels().size(); level++) {
      Set<TableFacts> below =
          taken.isEmpty() ? Set.of() : Set.copyOf(shape.overlapping(level, taken));
      List<TableFacts> own =
          shape.level(level).stream()
              .filter(table -> below.contains(table) || table.meta().overlaps(range))
              .toList();
      inputs.add(level == 0 && !own.isEmpty() ? shape.level(0) : own);
      taken.addAll(inputs.getLast());
    }
    return inputs;
  }

  /** Whether all sequence numbers are 0: bottom level, one live put per key. */
  private static boolean holdsOnlyNewestPuts(TableFacts table) {
    return table.meta().tombstones() == 0
        && table.meta().largestSequence() == 0
        && table.deadEntries() == 0;
  }

  /**
   * Level 0, once {@link LevelTargets#LEVEL0_TABLES} are there, and not only when to merge it is
   * cheap: for a store at rest, and for who waits for it to be idle.
   */
  public static Optional<Compaction<TableFacts>> level0(Shape shape) {
    return shape.level(0).size() < LevelTargets.LEVEL0_TABLES
        ? Optional.empty()
        : fromLevel0(shape);
  }

  /** The oldest table of level 0 with all that overlap it there, and what they overlap below. */
  static Optional<Compaction<TableFacts>> fromLevel0(Shape shape) {
    List<TableFacts> group = List.of(shape.level(0).getLast());
    List<TableFacts> grown = shape.overlapping(0, group);
    while (grown.size() > group.size()) {
      group = grown;
      grown = shape.overlapping(0, group);
    }
    return withOverlapBelow(shape, 0, group);
  }

  private static Optional<Compaction<TableFacts>> fromLevel(Shape shape, int level) {
    return shape.level(level).stream()
        .filter(table -> !shape.isBusy(table))
        .sorted(Comparator.comparingDouble(table -> rewriteRatio(shape, level, table)))
        .map(table -> withOverlapBelow(shape, level, List.of(table)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static double rewriteRatio(Shape shape, int level, TableFacts table) {
    long below = Shape.bytes(shape.overlapping(level + 1, List.of(table)));
    return (double) below / table.meta().fileBytes();
  }

  private static Optional<Compaction<TableFacts>> withOverlapBelow(
      Shape shape, int level, List<TableFacts> tables) {
    List<TableFacts> below = shape.overlapping(level + 1, tables);
    if (tables.stream().anyMatch(shape::isBusy) || below.stream().anyMatch(shape::isBusy)) {
      return Optional.empty();
    }
    Kind kind = tables.size() == 1 && below.isEmpty() ? Kind.MOVE : Kind.MERGE;
    return Optional.of(Compaction.of(level, tables, below, level + 1, kind));
  }
}
