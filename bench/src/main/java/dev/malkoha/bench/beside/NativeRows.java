package dev.malkoha.bench.beside;

import dev.malkoha.bench.workload.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What db_bench measured.
 *
 * @param version of RocksDB, as it says
 * @param warnings what it says of itself that makes its figures worth less
 * @param microsPerOp of each workload, the median over the rounds
 */
public record NativeRows(String version, List<String> warnings, Map<Workload, Double> microsPerOp) {

  /** Makes it unchangeable. */
  public NativeRows {
    warnings = List.copyOf(warnings);
    microsPerOp = Collections.unmodifiableMap(new TreeMap<>(microsPerOp));
  }
}
