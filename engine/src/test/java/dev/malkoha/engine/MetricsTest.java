package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Metric.Kind;
import dev.malkoha.engine.Metric.Unit;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The figures of a store by name, and the texts that they become. */
final class MetricsTest {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(\\.[a-z0-9]+)*");
  private static final Pattern LINE =
      Pattern.compile("(malkoha_[a-z0-9_]+)(\\{[^}]*})? (-?[0-9][0-9.eE+-]*)");

  private static byte[] key(int number) {
    return ("key" + number).getBytes(UTF_8);
  }

  private static DbStats stats(boolean latencies) {
    DbOptions options = DbOptions.builder().memTableBytes(8192).recordLatencies(latencies).build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      for (int i = 0; i < 500; i++) {
        db.put(key(i), new byte[100]);
      }
      db.write(new WriteBatch().put(key(1), key(1)).delete(key(2)));
      for (int i = 0; i < 70; i++) {
        assertEquals(i == 2, db.get(key(i)) == null);
      }
      try (Cursor cursor = db.scan(KeyRange.all());
          Snapshot snapshot = db.snapshot()) {
        assertTrue(cursor.next());
        assertTrue(cursor.next());
        assertTrue(cursor.seek(key(3)));
        assertFalse(db.get(key(3), snapshot) == null);
        return db.stats();
      }
    }
  }

  @Test
  void eachHasANameOfItsOwnAUnitAndAMeaning() {
    Set<String> names = new HashSet<>();
    for (Metric one : stats(true).metrics()) {
      assertTrue(NAME.matcher(one.name()).matches(), one.name());
      assertTrue(names.add(one.name()), one.name() + " is there twice");
      assertTrue(Character.isUpperCase(one.description().charAt(0)), one.description());
      assertFalse(one.description().endsWith("."), one.description());
      assertTrue(one.description().matches("[^\"\\\\\\p{Cntrl}]+"), "is quoted in JSON as it is");
      if (one.kind() == Kind.HISTOGRAM || one.name().endsWith(".time")) {
        assertEquals(Unit.SECONDS, one.unit(), one.name());
      }
    }
  }

  @Test
  void saysWhatAccessorsSay() {
    DbStats stats = stats(false);
    assertTrue(stats.count("flush.written") > 0);
    assertEquals((double) stats.entries(), stats.metric("table.entries").value());
    assertEquals((double) stats.memTableBytes(), stats.metric("memtable.size").value());
    assertEquals(stats.tableBytes(), stats.count("level.size"));
    Metric tables = stats.metric("level.tables");
    for (int level = 0; level < stats.tablesPerLevel().length; level++) {
      assertEquals(stats.tablesPerLevel()[level], tables.value("level", String.valueOf(level)));
    }
    assertEquals(1, stats.metric("snapshots.open").value());
    assertEquals(1, stats.metric("keyspaces").value());
  }

  @Test
  void operationsAreCountedAndTimedIfThatIsOn() {
    DbStats stats = stats(true);
    assertEquals(501, stats.metric("puts").value());
    assertEquals(1, stats.metric("deletes").value());
    assertEquals(71, stats.metric("gets").value());
    assertEquals(2, stats.metric("scans").value());
    Metric.Distribution times = Objects.requireNonNull(stats.metric("put.time").distribution());
    assertTrue(times.count() >= 1 && times.count() < 60, times.toString());
    assertTrue(times.max() > 0 && times.max() <= times.sum());
    assertTrue(times.quantiles().firstKey() == 0.5);
    assertTrue(new ArrayList<>(times.quantiles().values()).equals(sorted(times)));
    assertEquals(times.count(), times.buckets().get(10.0));
  }

  /** Segments begin at 16 KiB: fifty thousand bytes do not fit into the first. */
  @Test
  void waitsAreTimedByCause() {
    DbStats stats = stats(false);
    Metric.Distribution log = Objects.requireNonNull(stats.metric("wait.log.time").distribution());
    assertTrue(log.count() >= 1 && log.max() > 0, log.toString());
    Metric.Distribution none =
        Objects.requireNonNull(stats.metric("wait.other.time").distribution());
    assertEquals(0, none.count());
    assertEquals(0, none.max());
  }

  @Test
  void aForcedWriteWaitsForTheForce() {
    DbOptions options = DbOptions.builder().durability(Durability.SYNC).build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      db.put(key(1), key(1));
      db.put(key(2), key(2));
      Metric.Distribution waits =
          Objects.requireNonNull(db.stats().metric("wait.force.time").distribution());
      assertEquals(2, waits.count());
    }
  }

  private static List<Double> sorted(Metric.Distribution times) {
    return times.quantiles().values().stream().sorted().toList();
  }

  @Test
  void timesAreNoMetricsIfThatIsOff() {
    DbStats stats = stats(false);
    String said =
        assertThrows(IllegalArgumentException.class, () -> stats.metric("get.time")).getMessage();
    assertTrue(String.valueOf(said).contains("recordLatencies(true)"), said);
    assertFalse(stats.toPrometheus().contains("malkoha_get_time"));
    assertEquals(501, stats.metric("puts").value(), "operations are always counted");
    assertTrue(stats.metric("gets").value() > 0);
    assertEquals(stats(true).metrics().size() - 3, stats.metrics().size());
  }

  @Test
  void oneWithLabelsHasNotOneValue() {
    Metric stalls = stats(false).metric("stall.time");
    assertThrows(IllegalStateException.class, stalls::value);
    assertEquals(0, stalls.value("cause", "level0"));
    assertEquals(0, stalls.value("cause", "nothing of that name"));
  }

  /** Every metric has one HELP and one TYPE line, and then its values, each once. */
  @Test
  void thePrometheusTextIsWellFormed() {
    DbStats stats = stats(true);
    String text = stats.toPrometheus(Map.of("store", "a \"b\"\\c\nd"));
    assertTrue(text.endsWith("\n"));
    Map<String, Double> values = new HashMap<>();
    Set<String> told = new HashSet<>();
    String type = "";
    String name = "";
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("# HELP ")) {
        name = word(line, 2);
        assertTrue(told.add(name), name + " is told of twice");
        assertTrue(lines.get(i + 1).startsWith("# TYPE " + name + " "), line);
        type = word(lines.get(++i), 3);
        assertTrue(Set.of("counter", "gauge", "histogram").contains(type), type);
        assertEquals(type.equals("counter"), name.endsWith("_total"), name);
      } else {
        Matcher value = LINE.matcher(line);
        assertTrue(value.matches(), line);
        String of = value.group(1);
        assertEquals(
            name, type.equals("histogram") ? of.replaceFirst("_(bucket|sum|count)$", "") : of);
        assertTrue(value.group(2).contains("store=\"a \\\"b\\\"\\\\c\\nd\""), line);
        String labels = value.group(2).replaceFirst(",?store=\"a \\\\\"b\\\\\"[^,}]*", "");
        assertEquals(null, values.put(of + labels, Double.parseDouble(value.group(3))), line);
      }
    }
    assertEquals(stats.metrics().size(), told.size());
    assertEquals(
        (double) stats.count("flush.written"), values.get("malkoha_flush_written_bytes_total{}"));
    assertEquals(501, values.get("malkoha_puts_total{}"));
    assertEquals(stats.tablesPerLevel()[0], values.get("malkoha_level_tables{level=\"0\"}"));
    assertEquals(
        values.get("malkoha_put_time_seconds_count{}"),
        values.get("malkoha_put_time_seconds_bucket{le=\"+Inf\"}"));
  }

  private static String word(String line, int index) {
    return line.split(" ", -1)[index];
  }

  @Test
  void aLabelThatPrometheusCannotHaveIsRefused() {
    DbStats stats = stats(false);
    for (String name : List.of("a-b", "", "1a", "__name__")) {
      Map<String, String> labels = Map.of(name, "x");
      assertThrows(IllegalArgumentException.class, () -> stats.toPrometheus(labels), name);
    }
  }

  @Test
  void theSummaryHasWhatTheMetricsHave() {
    DbStats stats = stats(true);
    String summary = stats.toString();
    assertTrue(summary.lines().anyMatch(line -> line.startsWith("level.size L0 ")), summary);
    String entries = String.format(Locale.ROOT, "%,d", stats.entries());
    assertTrue(summary.lines().anyMatch(l -> l.matches("table.entries +" + entries)), summary);
    assertTrue(
        summary.lines().anyMatch(l -> l.matches("put.time +\\d.*p99.9 \\d+(\\.\\d+)? [um]?s.*")),
        summary);
    assertTrue(summary.lines().noneMatch(line -> line.contains("stalls")), summary);
    assertTrue(summary.lines().allMatch(line -> line.length() <= 100), summary);
  }

  @Test
  void optionsOfThisProcessAreNotStored() {
    DbOptions options = DbOptions.builder().recordLatencies(true).build();
    assertEquals(DbOptions.defaults().toString(), options.toString());
    assertFalse(DbOptions.parse(options.toString()).recordLatencies());
  }
}
