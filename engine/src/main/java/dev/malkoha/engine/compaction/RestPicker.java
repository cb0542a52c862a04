package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.Table.TableFacts;
import dev.malkoha.engine.version.Version;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A pure question: given the shape of a store that nobody writes to and in which nothing is due,
 * what is to be gathered, if anything, so that scans look into fewer sorted runs?
 *
 * <p>Only where no other work has tables, and none may take any meanwhile: what is gathered may
 * have gaps between its tables, which the outputs span.
 *
 * <p>All tables above a level go into it, with those of its own that lie among them: of the levels
 * for which that costs little, into the deepest. It costs little if no more than {@link #BELOW_MAX}
 * bytes of the level are rewritten for each that comes from above, and no more in all than one
 * merge takes. What level 0 keeps until its merge is cheap goes at rest, too. Each gathering leaves
 * fewer runs, or fewer tables in level 0, so that they come to an end.
 *
 * @param targets the sizes that levels may have
 */
public record RestPicker(LevelTargets targets) {

  /** The most bytes of a level that are rewritten for each byte that is merged into it. */
  static final int BELOW_MAX = 2;

  /** The gathering that makes one run of the most, at a bearable cost. */
  public Optional<Compaction<TableFacts>> pick(Shape shape) {
    if (runs(shape, Version.LEVELS) < 2 || !shape.busy().isEmpty()) {
      return Optional.empty();
    }
    return loneTable(shape)
        .or(() -> severalRuns(shape))
        .or(() -> CompactionPicker.level0(shape).map(RestPicker::gathered));
  }

  /** The oldest table of level 0, if it need not be merged with any. */
  private static Optional<Compaction<TableFacts>> loneTable(Shape shape) {
    return shape.level(0).isEmpty()
        ? Optional.empty()
        : CompactionPicker.fromLevel0(shape)
            .filter(pick -> pick.kind() == Kind.MOVE)
            .map(RestPicker::gathered);
  }

  private static Compaction<TableFacts> gathered(Compaction<TableFacts> pick) {
    return new Compaction<>(pick.inputs(), pick.outputLevel(), Kind.GATHER);
  }

  private Optional<Compaction<TableFacts>> severalRuns(Shape shape) {
    int deepest = Math.max(1, shape.deepestLevel());
    return IntStream.iterate(deepest, level -> level > 0, level -> level - 1)
        .boxed()
        .flatMap(level -> into(shape, level).stream())
        .findFirst();
  }

  /** Gathers in a level what is above it, if that is worth the cost. */
  private Optional<Compaction<TableFacts>> into(Shape shape, int level) {
    List<TableFacts> above =
        shape.levels().subList(0, level).stream().flatMap(List::stream).toList();
    if (above.isEmpty()) {
      return Optional.empty();
    }
    List<TableFacts> among = shape.overlapping(level, above);
    long bytes = Shape.bytes(above) + Shape.bytes(among);
    boolean isWorthIt =
        runs(shape, level) + Math.min(1, among.size()) > 1
            && Shape.bytes(among) <= BELOW_MAX * Shape.bytes(above)
            && bytes <= targets.mergeBytes();
    return isWorthIt
        ? Optional.of(
            new Compaction<>(inputs(shape, level, among), room(shape, level, bytes), Kind.GATHER))
        : Optional.empty();
  }

  private static List<List<TableFacts>> inputs(Shape shape, int level, List<TableFacts> among) {
    return IntStream.range(0, Version.LEVELS)
        .mapToObj(i -> i < level ? shape.level(i) : i == level ? among : List.<TableFacts>of())
        .toList();
  }

  /** A level, or if nothing is below it that may hold no more, the first one that may. */
  private int room(Shape shape, int level, long bytes) {
    int room = level;
    while (room >= shape.deepestLevel()
        && room < Version.LEVELS - 1
        && targets.bytes(room) < bytes) {
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
