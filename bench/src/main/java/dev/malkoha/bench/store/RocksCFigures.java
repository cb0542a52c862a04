package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.make;
import static dev.malkoha.bench.store.RocksCLibrary.taken;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What RocksDB says of itself as text: statistics and properties. Names stay from release to
 * release; the numbers that C has for counters do not.
 */
final class RocksCFigures {

  private static final String TABLES = "rocksdb.aggregated-table-properties";

  private final long db;
  private final long options;

  RocksCFigures(long db, long options) {
    this.db = db;
    this.options = options;
  }

  /** The counts; only where the options have statistics. */
  Counters counters() {
    String all = taken(make("rocksdb_options_statistics_get_string", options));
    return new Counters(
        ticker(all, "block.cache.data.miss"),
        ticker(all, "bloom.filter.useful"),
        ticker(all, "bloom.filter.full.positive") - ticker(all, "bloom.filter.full.true.positive"),
        ticker(all, "flush.write.bytes") + ticker(all, "compact.write.bytes"),
        ticker(all, "compact.read.bytes"));
  }

  private static long ticker(String all, String name) {
    return number(all, "(?m)^rocksdb\\." + Pattern.quote(name) + " COUNT : (\\d+)");
  }

  Map<DeleteFigure, Long> deletes() {
    String tables = property(TABLES);
    return Map.of(DeleteFigure.TOMBSTONES, number(tables, "; # deletions=(\\d+)"));
  }

  double filterBitsPerKey() {
    String tables = property(TABLES);
    long entries = number(tables, "; # entries=(\\d+)");
    return entries == 0 ? 0 : number(tables, "; filter block size=(\\d+)") * 8.0 / entries;
  }

  /** A property that is a number. */
  long number(String property) {
    return Long.parseLong(property(property));
  }

  private String property(String name) {
    long text = make("rocksdb_property_value", db, name);
    if (text == 0) {
      throw RocksCMemory.failed("property", "RocksDB has no " + name);
    }
    return taken(text);
  }

  private static long number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw RocksCMemory.failed("figures", "no " + pattern + " in: " + text);
    }
    return Long.parseLong(found.group(1));
  }
}
