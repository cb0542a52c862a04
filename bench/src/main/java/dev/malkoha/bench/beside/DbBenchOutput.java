package dev.malkoha.bench.beside;

import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What db_bench prints, read line by line. */
final class DbBenchOutput {

  private static final Pattern ROW =
      Pattern.compile("(\\w+)\\s*:\\s+([0-9.]+) micros/op \\d+ ops/sec.*");

  private static final Pattern FOUND = Pattern.compile(".*\\((\\d+) of (\\d+) found\\).*");
  private static final Pattern VERSION = Pattern.compile("RocksDB:\\s+version (\\S+)");

  private static final String WARNING = "WARNING: ";

  private final Map<Workload, Double> micros = new EnumMap<>(Workload.class);
  private final List<String> warnings = new ArrayList<>();
  private String version = "unknown";

  /** Takes one line; those that say nothing of interest are passed over. */
  void line(String line) {
    Matcher row = ROW.matcher(line);
    Matcher release = VERSION.matcher(line);
    if (row.matches() && Workload.labels().contains(row.group(1))) {
      Workload workload = Workload.of(row.group(1));
      micros.put(workload, Double.parseDouble(row.group(2)));
      checkFound(workload, line);
    } else if (release.matches()) {
      version = release.group(1);
    } else if (line.startsWith(WARNING) && !warnings.contains(line.substring(WARNING.length()))) {
      warnings.add(line.substring(WARNING.length()));
    }
  }

  /** Reads of all keys must find them all, or they are none to compare with. */
  private static void checkFound(Workload workload, String line) {
    Matcher found = FOUND.matcher(line);
    if (workload == Workload.READRANDOM
        && found.matches()
        && !found.group(1).equals(found.group(2))) {
      throw new IllegalStateException("db_bench did not find all keys: " + line);
    }
  }

  Map<Workload, Double> micros() {
    return micros;
  }

  List<String> warnings() {
    return warnings;
  }

  String version() {
    return version;
  }
}
