package dev.malkoha.papers.filters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The comparison from end to end, small and in this process. */
final class FilterComparisonTest {

  private static final FilterOptions.Effort TINY =
      new FilterOptions.Effort(LookUpBenchmark.CALL, 1, 1, 2, false);

  /** Whatever else is measured on this machine does not disturb a test. */
  @BeforeAll
  static void takeNoLock() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static FilterOptions options(int rounds, FilterContender... contenders) {
    return new FilterOptions(List.of(contenders), List.of(2_000, 3_000), rounds, TINY, List.of());
  }

  @Test
  void everyFilterIsMeasuredInEveryRound() throws IOException {
    FilterOptions options =
        options(
            2, FilterContender.SETFILTERS_02, FilterContender.CUCKOO_12, FilterContender.GUAVA_02);

    FilterResult result = FilterComparison.run(options, Progress.SILENT);

    assertEquals(6, result.rows().size());
    for (FilterResult.Row row : result.rows()) {
      assertEquals("", row.problem());
      assertTrue(row.bitsPerKey() > 12 && row.bitsPerKey() < 14, row.toString());
      assertTrue(row.falsePositiveRate() < 0.004, row.toString());
      for (FilterMeasure measure : FilterMeasure.values()) {
        int samples = samples(row.contender(), measure);
        assertEquals(samples, row.rounds().getOrDefault(measure, List.of()).size(), row.toString());
        assertEquals(samples > 0, row.median(measure) >= 0, row.toString());
      }
    }
    FilterResult.Row ours = result.rows().get(1);
    assertEquals(FilterContender.CUCKOO_12, ours.contender());
    assertTrue(ours.median(FilterMeasure.ALLOCATED) < 1, ours.toString());
  }

  private static int samples(FilterContender contender, FilterMeasure measure) {
    return switch (measure) {
      case HIT, MISS, MIX, BUILD -> 2;
      case BATCH -> contender.batches() ? 2 : 0;
      case DELETE -> contender.timesDeleting() ? 2 : 0;
      case ALLOCATED -> contender.batches() ? 8 : 6;
    };
  }

  @Test
  void progressReachesWhatItAnnounces() throws IOException {
    AtomicLong announced = new AtomicLong();
    AtomicLong done = new AtomicLong();
    List<String> parts = new ArrayList<>();
    Progress progress =
        (name, steps) -> {
          parts.add(name);
          announced.addAndGet(steps);
          return new Progress.Task() {
            @Override
            public void advance(long more) {
              done.addAndGet(more);
            }
          };
        };

    FilterComparison.run(options(1, FilterContender.CUCKOO_8), progress);

    assertEquals(List.of("building and checking", "round 1 of 1"), parts);
    assertEquals(announced.get(), done.get());
  }

  @Test
  void optionsThatCannotBeAreRefused() {
    List<FilterContender> one = List.of(FilterContender.CUCKOO_8);
    List<Integer> keys = List.of(1_000);
    assertRefused(() -> new FilterOptions(List.of(), keys, 1, TINY, List.of()));
    assertRefused(() -> new FilterOptions(one, List.of(), 1, TINY, List.of()));
    assertRefused(() -> new FilterOptions(one, List.of(999), 1, TINY, List.of()));
    assertRefused(() -> new FilterOptions(one, List.of(20_000_001), 1, TINY, List.of()));
    assertRefused(() -> new FilterOptions(one, keys, 0, TINY, List.of()));
  }

  private static void assertRefused(Executable options) {
    assertThrows(IllegalArgumentException.class, options);
  }

  @Test
  void theDescriptionNamesLibrariesWithTheirVersions() {
    Map<String, String> facts =
        new FilterOptions(
                List.of(FilterContender.CUCKOO_8),
                List.of(1_000),
                1,
                TINY,
                List.of("-XX:+UseTransparentHugePages"))
            .describe();

    assertTrue(
        facts
            .getOrDefault("libraries", "")
            .matches("guava \\d.*, setfilters \\d.*, fastfilter \\d.*, jmh-core \\d.*"),
        facts.toString());
    assertTrue(
        facts.getOrDefault("turns", "").contains("-XX:+UseSerialGC -XX:+UseTransparentHugePages"),
        facts.toString());
  }
}
