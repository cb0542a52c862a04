package dev.malkoha.papers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.cli.Progress;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every experiment at a tiny size, through the public entry. No test looks at how fast it was. */
final class PapersTest {

  private static final long SEED = Trials.seed();

  private static final Scale TINY =
      new Scale(
          "tiny",
          11,
          2,
          4,
          1,
          3_000,
          200_000,
          0,
          false,
          List.of(
              new Scale.LoadSize(6, 3, List.of(1, 2, 8), List.of(2, 8)),
              new Scale.LoadSize(9, 2, Scale.LOGIN_WIDTHS, List.of(3, 9))),
          12,
          1,
          100_000);

  private static final Map<PaperPart, String> HEADS =
      Map.of(
          PaperPart.TABLE2,
          "system,targetRate,falsePositiveRate,loadFactor,bitsPerItem,formulaBitsPerItem,"
              + "positiveReferences,formulaPositiveReferences,positiveCacheLines,"
              + "negativeReferences,formulaNegativeReferences,negativeCacheLines",
          PaperPart.TABLE3,
          "system,items,bitsPerItem,falsePositiveRate,constructionMillionPerSecond",
          PaperPart.FIGURE2,
          "bucketSlots,buckets,fingerprintBits,runs,minLoadFactor,meanLoadFactor",
          PaperPart.FIGURE3,
          "bucketSlots,fingerprintBits,loadFactor,bitsPerItem,falsePositiveRate",
          PaperPart.FIGURE4,
          "series,kind,falsePositiveRate,bitsPerItem",
          PaperPart.FIGURE5,
          "system,positiveShare,lookUpMillionPerSecond",
          PaperPart.FIGURE6,
          "system,queries,occupancy,lookUpMillionPerSecond",
          PaperPart.FIGURE7,
          "system,occupancy,insertMillionPerSecond",
          PaperPart.FIGURE8,
          "system,occupancy,deleteMillionPerSecond",
          PaperPart.LOGIN,
          "buckets,fingerprintBits,runs,meanLoadFactor,variance");

  /** With it, a small filter's few look-ups meet no false positive. */
  private static final long NEVER_WRONG = 12_000_036;

  private static final Map<PaperPart, PartResult> RESULTS = new EnumMap<>(PaperPart.class);

  @BeforeAll
  static void runEverything() throws IOException {
    for (PartResult result : run(EnumSet.allOf(PaperPart.class))) {
      RESULTS.put(result.part(), result);
    }
  }

  private static List<PartResult> run(Set<PaperPart> parts) throws IOException {
    List<PartResult> told = new ArrayList<>();
    List<PartResult> results =
        Papers.run(new PapersOptions(parts, TINY, SEED), Progress.SILENT, told::add);
    assertEquals(new HashSet<>(told), new HashSet<>(results));
    return results;
  }

  /** Few look-ups may meet no false positive: no number of the table is infinite then. */
  @Test
  void aFilterThatWasNeverWrongHasItsFormulas() throws IOException {
    List<PartResult> results =
        Papers.run(
            new PapersOptions(EnumSet.of(PaperPart.TABLE2), TINY, NEVER_WRONG),
            Progress.SILENT,
            told -> {});
    Grid csv = results.get(0).csv();
    int rate = csv.head().indexOf("falsePositiveRate");
    assertTrue(csv.rows().stream().anyMatch(row -> row.get(rate).equals("0")), csv.toString());
  }

  private static PartResult result(PaperPart part) {
    PartResult result = RESULTS.get(part);
    if (result == null) {
      throw new AssertionError("no " + part);
    }
    return result;
  }

  /** All values of a column. */
  private static List<String> column(PaperPart part, String name) {
    Grid csv = result(part).csv();
    int at = csv.head().indexOf(name);
    return csv.rows().stream().map(row -> row.get(at)).toList();
  }

  private static void assertWithin(PaperPart part, String name, double from, double to) {
    for (String value : column(part, name)) {
      double number = Double.parseDouble(value);
      assertTrue(number >= from && number <= to, part + " " + name + " " + number + seed());
    }
  }

  private static String seed() {
    return "; " + Trials.replay(PapersTest.class);
  }

  @Test
  void everyCsvHasItsHead() {
    assertEquals(EnumSet.allOf(PaperPart.class), RESULTS.keySet());
    HEADS.forEach(
        (part, head) -> {
          String csv = PapersReport.csv(result(part));
          assertEquals(head, csv.lines().findFirst().orElse(""));
          assertEquals(result(part).csv().rows().size() + 1, csv.lines().count());
        });
  }

  @Test
  void table3HasThePapersSixSystemsAndItsFigures() {
    assertEquals(
        List.of("CF", "ss-CF", "BF", "blk-BF", "QF", "dl-CBF"), column(PaperPart.TABLE3, "system"));
    assertWithin(PaperPart.TABLE3, "items", 6_000, 8_192);
    assertWithin(PaperPart.TABLE3, "bitsPerItem", 12, 16);
    assertWithin(PaperPart.TABLE3, "falsePositiveRate", 0.0003, 0.01);
    assertWithin(PaperPart.TABLE3, "constructionMillionPerSecond", 1e-6, 1e4);
  }

  @Test
  void loadFactorsGrowWithTheFingerprints() {
    assertWithin(PaperPart.LOGIN, "meanLoadFactor", 0.1, 1);
    Grid csv = result(PaperPart.FIGURE2).csv();
    assertEquals(3 + Scale.LOGIN_WIDTHS.size() + 2 + 2, csv.rows().size());
    for (List<String> row : csv.rows()) {
      double load = Double.parseDouble(row.get(4));
      boolean longEnough = Integer.parseInt(row.get(2)) >= 8;
      assertTrue(load > (longEnough ? 0.85 : 0.01) && load < 1, row + seed());
    }
    assertEquals(2 + Scale.LOGIN_WIDTHS.size(), result(PaperPart.LOGIN).csv().rows().size());
  }

  @Test
  void spaceIsNeverBelowTheBound() {
    Grid csv = result(PaperPart.FIGURE4).csv();
    Set<String> series = new HashSet<>();
    for (List<String> row : csv.rows()) {
      series.add(row.get(0) + " " + row.get(1));
      double rate = Double.parseDouble(row.get(2));
      boolean known = rate * TINY.spaceQueries() > 50;
      assertTrue(
          !known || Double.parseDouble(row.get(3)) >= SpaceFormulas.bound(rate) - 0.01,
          row + seed());
    }
    assertEquals(
        Set.of(
            "Bloom filter formula",
            "cuckoo filter formula",
            "semi-sorted formula",
            "lower bound formula",
            "BF measured",
            "CF measured",
            "ss-CF measured",
            "windowed measured"),
        series);
    assertEquals(Set.of("2", "4", "8"), Set.copyOf(column(PaperPart.FIGURE3, "bucketSlots")));
    assertWithin(PaperPart.FIGURE3, "loadFactor", 0.5, 1);
  }

  @Test
  void memoryReferencesAreThoseOfTheFormulas() {
    assertWithin(PaperPart.TABLE2, "negativeReferences", 1.5, 2.2);
    assertWithin(PaperPart.TABLE2, "positiveCacheLines", 1.9, 14);
    for (List<String> row : result(PaperPart.TABLE2).csv().rows()) {
      int probes = (int) Math.round(SpaceFormulas.bound(Double.parseDouble(row.get(1))));
      assertEquals(
          row.get(0).equals("BF") ? probes : 2, Double.parseDouble(row.get(6)), 1e-9, row + seed());
    }
  }

  @Test
  void speedsAreThereForEverySystemAtEveryStep() {
    assertEquals(6 * Lives.SHARES.size(), result(PaperPart.FIGURE5).csv().rows().size());
    assertWithin(PaperPart.FIGURE5, "positiveShare", 0, 1);
    for (PaperPart part : List.of(PaperPart.FIGURE6, PaperPart.FIGURE7, PaperPart.FIGURE8)) {
      assertWithin(part, "occupancy", 0.05, 1);
      for (List<String> row : result(part).csv().rows()) {
        assertTrue(Double.parseDouble(row.get(row.size() - 1)) > 0, row.toString());
      }
    }
    assertEquals(Set.of("negative", "positive"), Set.copyOf(column(PaperPart.FIGURE6, "queries")));
    assertEquals(6 * 4, result(PaperPart.FIGURE7).csv().rows().size());
    assertEquals(
        Set.of("CF", "ss-CF", "QF", "dl-CBF"), Set.copyOf(column(PaperPart.FIGURE8, "system")));
  }

  @Test
  void oneSeedGivesTheSameTables() throws IOException {
    for (PartResult second :
        run(EnumSet.of(PaperPart.TABLE2, PaperPart.FIGURE2, PaperPart.LOGIN))) {
      assertEquals(result(second.part()).csv(), second.csv());
    }
    PartResult table3 = run(EnumSet.of(PaperPart.TABLE3)).get(0);
    assertEquals(items(result(PaperPart.TABLE3)), items(table3));
  }

  private static List<String> items(PartResult table3) {
    return table3.csv().rows().stream().map(row -> row.get(1)).toList();
  }

  @Test
  void thePageHasEveryPartWithItsPlotsAndNumbers() {
    String page = PapersReport.page(List.copyOf(RESULTS.values()), Map.of("seed", "42"));
    for (PartResult result : RESULTS.values()) {
      assertTrue(page.contains("\n## " + result.part().place() + ": "), result.part().place());
      assertTrue(page.contains("](" + result.part().label() + ".csv)"), result.part().label());
      assertEquals(result.part().name().startsWith("FIGURE"), !result.plots().isEmpty());
      for (Plot plot : result.plots()) {
        assertTrue(page.contains("](" + plot.name() + ".png)"), plot.name());
      }
      assertFalse(result.claims().isEmpty(), result.part().label());
      for (Claim claim : result.claims()) {
        assertTrue(page.contains(claim.measured()), claim.toString());
      }
      String text = PapersReport.text(result);
      assertTrue(text.contains(result.part().title()), text);
    }
    assertTrue(page.contains("| seed | 42 |"), page);
  }

  @Test
  void namesOfPartsAreThoseOfTheCommandLine() {
    for (PaperPart part : PaperPart.values()) {
      assertEquals(part, PaperPart.of(part.label()));
    }
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> PaperPart.of("Table3"));
    assertEquals(
        "no table or figure is called 'Table3'; there are table2, table3, figure2, figure3,"
            + " figure4, figure5, figure6, figure7, figure8, login",
        refused.getMessage());
  }

  @Test
  void keysCanBeReadAtAnyPlace() {
    long[] expected = new SplittableRandom(SEED).longs(1_000).toArray();
    RandomKeys keys = new RandomKeys(SEED);
    long[] filled = new long[1_000];
    keys.fill(0, filled, filled.length);
    assertArrayEquals(expected, filled);
    keys.fill(900, filled, 100);
    assertArrayEquals(Arrays.copyOfRange(expected, 900, 1_000), Arrays.copyOf(filled, 100));
    assertEquals(expected[617], keys.at(617));
  }
}
