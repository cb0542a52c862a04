package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;

/**
 * Pure questions: given a shape, which compaction, if any?
 *
 * <p>The fullest level goes first. From level 0 the oldest table goes with all that overlap it;
 * from deeper ones the table with the least to rewrite below it for its size. Busy tables are left
 * alone, and so is what would need them.
 */
public final class CompactionPicker {

  /** The most bytes of a level that are rewritten at rest for each byte that is merged into it. */
  private static final int BELOW_MAX = 2;

  private CompactionPicker() {}

  /** The most urgent compaction that can run now. */
  public static Optional<Compaction> pick(Shape shape) {
    return IntStream.range(0, Version.LEVELS - 1)
        .boxed()
        .filter(level -> shape.score(level) >= 1)
        .sorted(Comparator.comparingDouble(level -> -shape.score(level)))
        .map(level -> level == 0 ? fromLevel0(shape) : fromLevel(shape, level))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * The next compaction of those that gather all tables with keys of a range in the deepest level
   * in use, busy ones, too, and what they overlap below; empty where that level holds all of them
   * and nothing in them is dead. It takes all at once if they are few. Else it empties level after
   * level into the next one, level 0 whole, then rewrites what has dead entries in the deepest.
   *
   * @param before tables with such a number or a greater one have joined since the gathering began:
   *     it does not wait for what is flushed meanwhile, and rewrites nothing twice
   * @param asksAll whether all tables are rewritten, so that a filter is asked about each value
   */
  public static Optional<Compaction> pickRange(
      Shape shape, KeyRange range, long before, boolean asksAll) {
    int deepest = Math.max(1, shape.deepestLevel());
    List<List<TableMeta>> inputs = overlapping(shape, range);
    List<TableMeta> level0 = inputs.getFirst();
    boolean isLevel0New = level0.isEmpty() || level0.getLast().number() >= before;
    OptionalInt from =
        IntStream.range(isLevel0New ? 1 : 0, deepest)
            .filter(level -> !inputs.get(level).isEmpty())
            .findFirst();
    Set<TableMeta> unclean =
        inputs.get(deepest).stream()
            .filter(table -> table.number() < before && (asksAll || isUnclean(table, shape)))
            .collect(Collectors.toSet());
    if (from.isEmpty() && unclean.isEmpty()) {
      return Optional.empty();
    }
    if (Shape.bytes(inputs.stream().flatMap(List::stream).toList()) <= shape.mergeBytes()) {
      return Optional.of(new Compaction(inputs, deepest, Kind.MERGE));
    }
    if (from.isEmpty()) {
      List<TableMeta> neighbours =
          shape.level(deepest).stream()
              .dropWhile(table -> !unclean.contains(table))
              .takeWhile(unclean::contains)
              .toList();
      return Optional.of(
          ofFirst(
              shape,
              neighbours,
              some -> Compaction.of(deepest, some, List.of(), deepest, Kind.MERGE)));
    }
    int level = from.getAsInt();
    List<TableMeta> tables = inputs.get(level);
    return Optional.of(
        level == 0
            ? down(shape, level, tables)
            : ofFirst(shape, tables, some -> down(shape, level, some)));
  }

  /** Moves the first table, or merges the first ones, as many as one merge should take. */
  private static Compaction ofFirst(
      Shape shape, List<TableMeta> tables, Function<List<TableMeta>, Compaction> compaction) {
    Compaction lone = compaction.apply(tables.subList(0, 1));
    return IntStream.rangeClosed(2, lone.kind() == Kind.MOVE ? 1 : tables.size())
        .mapToObj(count -> compaction.apply(tables.subList(0, count)))
        .takeWhile(some -> Shape.bytes(some.tables()) <= shape.mergeBytes())
        .reduce(lone, (_, more) -> more);
  }

  /** Merges tables of a level with what they overlap in the next one, or moves the one there. */
  private static Compaction down(Shape shape, int level, List<TableMeta> tables) {
    List<TableMeta> below = shape.overlapping(level + 1, tables);
    Kind kind = tables.size() == 1 && below.isEmpty() ? Kind.MOVE : Kind.MERGE;
    return Compaction.of(level, tables, below, level + 1, kind);
  }

  private static boolean isUnclean(TableMeta table, Shape shape) {
    return !holdsOnlyNewestPuts(table)
        || table.isTouched(shape.ranges())
        || shape.ageing().hasExpired(table);
  }

  /** Tables with keys of a range, by level: of level 0 all or none, as its tables overlap. */
  private static List<List<TableMeta>> overlapping(Shape shape, KeyRange range) {
    List<List<TableMeta>> inputs = new ArrayList<>();
    List<TableMeta> taken = new ArrayList<>();
    for (int level = 0; level < shape.levels().size(); level++) {
      Set<TableMeta> below =
          taken.isEmpty() ? Set.of() : Set.copyOf(shape.overlapping(level, taken));
      List<TableMeta> own =
          shape.level(level).stream()
              .filter(table -> below.contains(table) || table.overlaps(range))
              .toList();
      inputs.add(level == 0 && !own.isEmpty() ? shape.level(0) : own);
      taken.addAll(inputs.getLast());
    }
    return inputs;
  }

  /** Whether all sequence numbers are 0: bottom level, one live put per key. */
  private static boolean holdsOnlyNewestPuts(TableMeta table) {
    return table.tombstones() == 0 && table.largestSequence() == 0 && table.deadEntries() == 0;
  }

  /**
   * Level 0, once {@link Shape#LEVEL0_TABLES} are there, and not only when to merge it is cheap:
   * for a store at rest, and for callers that wait for it to be idle.
   */
  public static Optional<Compaction> level0(Shape shape) {
    return shape.level(0).size() < Shape.LEVEL0_TABLES ? Optional.empty() : fromLevel0(shape);
  }

  /** The oldest table of level 0 with all that overlap it there, and what they overlap below. */
  static Optional<Compaction> fromLevel0(Shape shape) {
    List<TableMeta> group = List.of(shape.level(0).getLast());
    List<TableMeta> grown = shape.overlapping(0, group);
    while (grown.size() > group.size()) {
      group = grown;
      grown = shape.overlapping(0, group);
    }
    return withOverlapBelow(shape, 0, group);
  }

  private static Optional<Compaction> fromLevel(Shape shape, int level) {
    return shape.level(level).stream()
        .filter(table -> !shape.isBusy(table))
        .sorted(Comparator.comparingDouble(table -> rewriteRatio(shape, level, table)))
        .map(table -> withOverlapBelow(shape, level, List.of(table)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static double rewriteRatio(Shape shape, int level, TableMeta table) {
    long below = Shape.bytes(shape.overlapping(level + 1, List.of(table)));
    return (double) below / table.fileBytes();
  }

  private static Optional<Compaction> withOverlapBelow(
      Shape shape, int level, List<TableMeta> tables) {
    Compaction down = down(shape, level, tables);
    return down.tables().stream().anyMatch(shape::isBusy) ? Optional.empty() : Optional.of(down);
  }

  /**
   * Gathers tables of a store that nobody writes to and in which nothing is due, so that scans look
   * into fewer sorted runs. The pick makes one run of the most, at a bearable cost; empty if none
   * is worth it.
   *
   * <p>Only where no other work has tables, and none may take any meanwhile: what is gathered may
   * have gaps between its tables, which the outputs span.
   *
   * <p>All tables above a level go into it, with those of its own that lie among them: of the
   * levels for which that costs little, into the deepest. It costs little if no more than {@link
   * #BELOW_MAX} bytes of the level are rewritten for each that comes from above, and no more in all
   * than one merge takes. What level 0 keeps until its merge is cheap goes at rest, too. Each
   * gathering leaves fewer runs, or fewer tables in level 0, so that they come to an end.
   */
  public static Optional<Compaction> pickAtRest(Shape shape) {
    if (runs(shape, Version.LEVELS) < 2 || !shape.busy().isEmpty()) {
      return Optional.empty();
    }
    return loneTable(shape)
        .or(() -> severalRuns(shape))
        .or(() -> level0(shape).map(CompactionPicker::gathered));
  }

  /** The oldest table of level 0, if it need not be merged with any. */
  private static Optional<Compaction> loneTable(Shape shape) {
    return shape.level(0).isEmpty()
        ? Optional.empty()
        : fromLevel0(shape)
            .filter(pick -> pick.kind() == Kind.MOVE)
            .map(CompactionPicker::gathered);
  }

  private static Compaction gathered(Compaction pick) {
    return new Compaction(pick.inputs(), pick.outputLevel(), Kind.GATHER);
  }

  private static Optional<Compaction> severalRuns(Shape shape) {
    int deepest = Math.max(1, shape.deepestLevel());
    return IntStream.iterate(deepest, level -> level > 0, level -> level - 1)
        .boxed()
        .flatMap(level -> into(shape, level).stream())
        .findFirst();
  }

  /** Gathers in a level what is above it, if that is worth the cost. */
  private static Optional<Compaction> into(Shape shape, int level) {
    List<TableMeta> above =
        shape.levels().subList(0, level).stream().flatMap(List::stream).toList();
    if (above.isEmpty()) {
      return Optional.empty();
    }
    List<TableMeta> among = shape.overlapping(level, above);
    long bytes = Shape.bytes(above) + Shape.bytes(among);
    boolean isWorthIt =
        runs(shape, level) + Math.min(1, among.size()) > 1
            && Shape.bytes(among) <= BELOW_MAX * Shape.bytes(above)
            && bytes <= shape.mergeBytes();
    return isWorthIt
        ? Optional.of(
            new Compaction(inputs(shape, level, among), room(shape, level, bytes), Kind.GATHER))
        : Optional.empty();
  }

  private static List<List<TableMeta>> inputs(Shape shape, int level, List<TableMeta> among) {
    return IntStream.range(0, Version.LEVELS)
        .mapToObj(i -> i < level ? shape.level(i) : i == level ? among : List.<TableMeta>of())
        .toList();
  }

  /** A level, or if nothing is below it that may hold no more, the first one that may. */
  private static int room(Shape shape, int level, long bytes) {
    int room = level;
    while (room >= shape.deepestLevel()
        && room < Version.LEVELS - 1
        && shape.bytesMax(room) < bytes) {
      room++;
    }
    return room;
  }

  /** The number of sorted runs above a level. */
  private static int runs(Shape shape, int level) {
    int deeper = (int) shape.levels().subList(1, level).stream().filter(l -> !l.isEmpty()).count();
    return shape.level(0).size() + deeper;
  }
}
