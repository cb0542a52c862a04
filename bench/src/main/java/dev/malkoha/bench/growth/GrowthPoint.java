package dev.malkoha.bench.growth;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Curve;
import java.util.Map;

/**
 * What was measured of a store of one size.
 *
 * @param entries keys that it holds
 * @param figures by curve; one that the system does not tell is missing
 */
public record GrowthPoint(StoreKind store, int entries, Map<Curve, Double> figures) {

  /** Makes it unchangeable. */
  public GrowthPoint {
    figures = Map.copyOf(figures);
  }
}
