package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Version;
import java.util.Arrays;
import java.util.List;

/**
 * Answers, for keys in ascending order, whether any table below a level could hold the key: one
 * place a run that only moves forward.
 */
final class BottomProbe {

  private final List<SortedRun> runs;
  private final int[] places;

  BottomProbe(Version version, int outputLevel) {
    runs = version.runs().stream().filter(run -> run.level() > outputLevel).toList();
    places = new int[runs.size()];
  }

  /** Whether nothing below the output level covers the key; keys must not descend. */
  boolean nothingBeneath(long prefix, byte[] buffer, int length) {
    byte[] key = null;
    for (int i = 0; i < places.length; i++) {
      if (places[i] == runs.get(i).size()) {
        continue;
      }
      if (key == null) {
        key = Arrays.copyOf(buffer, length);
      }
      if (covers(i, prefix, key)) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(int index, long prefix, byte[] key) {
    SortedRun run = runs.get(index);
    int place = places[index];
    while (place < run.size() && run.table(place).compareLargest(prefix, key) < 0) {
      place++;
    }
    places[index] = place;
    return place < run.size() && run.table(place).compareSmallest(prefix, key) <= 0;
  }
}
