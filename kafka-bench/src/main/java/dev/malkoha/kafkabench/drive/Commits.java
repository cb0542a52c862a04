package dev.malkoha.kafkabench.drive;

import java.util.ArrayList;
import java.util.List;

/** How long each commit took. */
final class Commits {

  private static final double MILLI = 1e6;

  private final List<Long> nanos = new ArrayList<>();

  void took(long time) {
    nanos.add(time);
  }

  /** Whether one commit in a hundred means something. */
  boolean areMany() {
    return nanos.size() >= 100;
  }

  /** The time in milliseconds of which one commit in a hundred takes longer. */
  double p99Millis() {
    if (nanos.isEmpty()) {
      throw new IllegalStateException("nothing was committed");
    }
    List<Long> sorted = nanos.stream().sorted().toList();
    int rank = (int) Math.ceil(sorted.size() * 0.99) - 1;
    return sorted.get(rank) / MILLI;
  }
}
