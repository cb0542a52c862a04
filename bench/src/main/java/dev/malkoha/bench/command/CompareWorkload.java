package dev.malkoha.bench.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The workloads on which {@code compare} compares stores. */
enum CompareWorkload {
  /** Loads, look-ups of what is there and what is not, scans, and a few deletes. */
  READS,
  /** Deletes of half of everything, and reads after them. */
  DELETES,
  /** Entries of which nine in ten expire, until their space is back. */
  EXPIRY;

  /**
   * The workload of that name.
   *
   * @throws IllegalArgumentException if there is none, naming those there are
   */
  static CompareWorkload of(String name) {
    for (CompareWorkload workload : values()) {
      if (workload.label().equals(name)) {
        return workload;
      }
    }
    String labels =
        Arrays.stream(values()).map(CompareWorkload::label).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("no workload '" + name + "'; choose from " + labels);
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
