package dev.malkoha.engine.damage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;

/**
 * A search through changes of manifests under checksums that are right, each told by its seed: true
 * if that of a seed shows a bug. Any thread.
 */
public final class FactHunt implements LongPredicate {

  private static final int STORES = 12;
  private static final int CASES_OF_STORES = 6_000;

  private final Map<Long, FactStore> stores = new ConcurrentHashMap<>();

  /** Prepares nothing. */
  public FactHunt() {}

  @Override
  public boolean test(long seed) {
    return !run(seed).outcome().isAllowed();
  }

  /** What becomes of the case of a seed. */
  Verdict run(long seed) {
    return trial(seed).run();
  }

  /** The case of a seed, ready to be run. */
  FactTrial trial(long seed) {
    long generation = Math.floorDiv(seed, CASES_OF_STORES);
    long number = generation * STORES + Math.floorMod(seed, STORES);
    stores.keySet().removeIf(old -> old < (generation - 1) * STORES);
    return new FactTrial(stores.computeIfAbsent(number, FactStore::grow)).change(seed);
  }

  /** A sound store of a number, and what becomes of it without a change. */
  static Verdict sound(long number) {
    return new FactTrial(FactStore.grow(number)).run();
  }
}
