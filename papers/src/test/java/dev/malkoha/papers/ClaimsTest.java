package dev.malkoha.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of the numbers follows from them: made-up numbers, with claims known to hold. */
final class ClaimsTest {

  private static List<Claim> failing(PartResult result) {
    return result.claims().stream().filter(claim -> !claim.holds()).toList();
  }

  @Test
  void thePapersOwnTableAgreesWithThePaper() {
    LifeResults results = new LifeResults(Scale.full());
    Published.TABLE3.values().forEach(results::addFull);

    assertEquals(List.of(), failing(Table3.of(results)));
  }

  @Test
  void aWorseTableDiffersInWhatIsWorse() {
    LifeResults results = new LifeResults(Scale.full());
    for (FilterSystem system : FilterSystem.values()) {
      LifeResults.Full paper = Published.table3(system);
      boolean worse = system == FilterSystem.CF;
      results.addFull(
          new LifeResults.Full(
              system,
              paper.items(),
              paper.bitsPerItem() * (worse ? 1.02 : 1),
              paper.falsePositiveRate() * (worse ? 1.2 : 1),
              paper.millionPerSecond()));
    }

    List<Claim> failing = failing(Table3.of(results));

    assertEquals(3, failing.size(), failing.toString());
    assertTrue(failing.get(0).published().startsWith("CF: 12.60 bits"), failing.toString());
    assertTrue(failing.get(0).measured().endsWith("+2.0 %"), failing.toString());
    assertTrue(failing.get(1).published().startsWith("CF: 0.19 %"), failing.toString());
    assertTrue(failing.get(2).published().startsWith("from the lowest"), failing.toString());
  }

  /** Lines by the paper's words of Figure 8. */
  private static LifeResults deletes(double semiSorted) {
    LifeResults results = new LifeResults(Scale.full());
    for (int step = 0; step < 19; step++) {
      double x = (step + 0.5) / 20;
      results.add(FilterSystem.CF, LifeResults.Kind.DELETE, step, x, 10);
      results.add(FilterSystem.SS_CF, LifeResults.Kind.DELETE, step, x, semiSorted);
      results.add(FilterSystem.DL_CBF, LifeResults.Kind.DELETE, step, x, 7);
      results.add(FilterSystem.QF, LifeResults.Kind.DELETE, step, x, 6.5 - step / 3.0);
    }
    return results;
  }

  @Test
  void deletesAsThePaperSawThemAgree() {
    assertEquals(List.of(), failing(OccupancyFigure.figure8(deletes(5))));
  }

  @Test
  void fasterSemiSortedDeletesAreSeen() {
    List<Claim> failing = failing(OccupancyFigure.figure8(deletes(8)));

    assertEquals(2, failing.size(), failing.toString());
    assertTrue(failing.get(0).published().contains("second fastest"), failing.toString());
    assertTrue(failing.get(1).published().contains("nearly empty"), failing.toString());
  }

  @Test
  void figure5AsThePaperSawItAgrees() {
    LifeResults results = new LifeResults(Scale.full());
    for (int share : Lives.SHARES) {
      double x = share / 100.0;
      double middle = share == 50 ? 1 : 0;
      results.add(FilterSystem.CF, LifeResults.Kind.MIXED, share, x, 12 - middle);
      results.add(FilterSystem.SS_CF, LifeResults.Kind.MIXED, share, x, 6.5 - middle / 2);
      results.add(FilterSystem.BF, LifeResults.Kind.MIXED, share, x, 8 - 6 * x);
      results.add(FilterSystem.BLK_BF, LifeResults.Kind.MIXED, share, x, 13 - 6 * x);
      results.add(FilterSystem.QF, LifeResults.Kind.MIXED, share, x, 1.5);
      results.add(FilterSystem.DL_CBF, LifeResults.Kind.MIXED, share, x, 6.9);
    }

    assertEquals(List.of(), failing(Figure5.of(results)));
  }

  @Test
  void varianceAndLowestLoadAreThoseOfTheRuns() {
    LoadStudy.Loads loads =
        new LoadStudy.Loads(new LoadStudy.Kind(4, 10, 8), List.of(0.9, 0.95, 1.0));

    assertEquals(0.9, loads.min());
    assertEquals(0.95, loads.mean(), 1e-12);
    assertEquals(0.0025, loads.variance(), 1e-12);
  }

  @Test
  void linesCrossWhereTheyCross() {
    List<SpaceStudy.Full> all = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      double rate = Math.pow(10, -i);
      all.add(new SpaceStudy.Full(kind("flat"), 0.9, 5 + i, rate));
      all.add(new SpaceStudy.Full(kind("steep"), 0.9, 3 + 2 * i, rate));
    }
    SpaceLine flat = SpaceLine.of("flat", all);
    SpaceLine steep = SpaceLine.of("steep", all);

    assertEquals(6.5, flat.bitsAt(Math.pow(10, -1.5)).orElseThrow(), 1e-9);
    assertFalse(flat.bitsAt(0.5).isPresent());
    assertEquals(0.01, steep.lowestBelow(flat, 0.0001, 0.1).orElseThrow(), 0.0005);
    assertFalse(flat.lowestBelow(steep, 0.02, 0.1).isPresent());
  }

  private static SpaceStudy.Kind kind(String series) {
    return new SpaceStudy.Kind(
        series,
        8,
        1,
        salt -> {
          throw new AssertionError("nothing is built here");
        });
  }
}
