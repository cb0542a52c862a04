package dev.malkoha.kafkabench.measure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A part of the benchmark. */
public enum Part {
  /** A look-up that mostly misses, and a put, in a window store; old windows expire. */
  DEDUPLICATION,

  /** A get and a put of the same key, which is there or not. */
  AGGREGATION,

  /** A get of a key of which half are there. */
  JOIN,

  /** A fetch and a put in the current window of a key; old windows expire. */
  WINDOWS,

  /** Sessions found, removed and put; old sessions expire. */
  SESSIONS,

  /** A key-value store filled from a changelog. */
  RESTORE,

  /** A window store filled from a changelog, of which nothing expires. */
  RESTORE_WINDOWS,

  /** A session store filled from a changelog, of which nothing expires. */
  RESTORE_SESSIONS,

  /** A versioned store filled from a changelog: five versions of each key. */
  RESTORE_VERSIONS,

  /** A hundred stores, open and filled a little. */
  STORES,

  /** A thousand small stores that are opened again. */
  OPENINGS,

  /** The whole application in one process on a broker. */
  TOPOLOGY;

  /** The name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How many stores there are at once. */
  public int stores() {
    return switch (this) {
      case STORES -> 100;
      case OPENINGS -> 1000;
      default -> 1;
    };
  }

  /** The one with a label. */
  public static Part of(String label) {
    return Stream.of(values())
        .filter(part -> part.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no part " + label + "; there are " + String.join(", ", labels())));
  }

  /** All labels. */
  public static List<String> labels() {
    return Stream.of(values()).map(Part::label).toList();
  }
}
