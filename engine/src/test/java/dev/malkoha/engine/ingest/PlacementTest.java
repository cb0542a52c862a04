package dev.malkoha.engine.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.ingest.Ingestions.Placement;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which levels tables join, in shapes drawn by hand: nowhere beneath what is older. */
class PlacementTest {

  private final List<List<TableMeta>> levels = new ArrayList<>();
  private final Set<Long> busy = new HashSet<>();
  private long number;

  PlacementTest() {
    for (int level = 0; level < Version.LEVELS; level++) {
      levels.add(new ArrayList<>());
    }
  }

  private TableMeta table(String first, String last, long bytes) {
    return new TableMeta(
        ++number,
        bytes,
        10,
        0,
        first.getBytes(UTF_8),
        last.getBytes(UTF_8),
        5,
        5,
        List.of(),
        null,
        null);
  }

  private PlacementTest has(int level, String first, String last) {
    levels.get(level).add(table(first, last, 1000));
    return this;
  }

  private PlacementTest hasBusy(int level, String first, String last) {
    has(level, first, last);
    busy.add(number);
    return this;
  }

  private void joins(TableMeta table, int... expected) {
    Shape shape = new Shape(1000, levels, RangeTombstones.NONE, busy, Shape.Ageing.NONE);
    assertArrayEquals(expected, new Placement(shape).levels(List.of(table)));
  }

  @Test
  void anEmptyTreeIsFilledAsDeepAsItHasToBe() {
    joins(table("a", "z", 1000), 1);
    joins(table("a", "z", 9000), 2);
    joins(table("a", "z", 90_000), 3);
    joins(table("a", "z", Long.MAX_VALUE / 4), Version.LEVELS - 1);
  }

  @Test
  void whereNothingOverlapsItIsTheDeepestLevelInUse() {
    has(0, "a", "c").has(1, "a", "f").has(4, "a", "k");
    joins(table("l", "z", 1000), 4);
    joins(table("g", "z", 1000), 3);
    joins(table("d", "z", 1000), 0);
    joins(table("c", "z", 1000), 0);
  }

  @Test
  void bordersBelongToTables() {
    has(3, "d", "f");
    joins(table("a", "c", 1000), 3);
    joins(table("a", "d", 1000), 2);
    joins(table("e", "e", 1000), 2);
    joins(table("f", "z", 1000), 2);
    joins(table("g", "z", 1000), 3);
  }

  @Test
  void inAGapOfAMergeItIsLevel0() {
    hasBusy(1, "a", "c").hasBusy(2, "g", "k");
    joins(table("d", "f", 1000), 0);
    joins(table("c", "d", 1000), 0);
    joins(table("l", "z", 1000), 2);
  }
}
