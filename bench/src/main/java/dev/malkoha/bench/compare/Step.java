package dev.malkoha.bench.compare;

/** The steps of a comparison, in their order. */
public enum Step {
  /** Puts every entry, and waits until all of it is in tables. */
  LOAD("load", "put every entry in random order, then flush and wait until idle"),
  /** Asks for keys that are not there. */
  MISSES("misses", "get of absent keys"),
  /** Asks for every key that is there. */
  HITS("hits", "get of every entry, in random order"),
  /** Reads everything in order. */
  SCAN("scan", "all entries in order, key and value"),
  /** Deletes a part. */
  REMOVE("remove", "delete of a part of the entries"),
  /** Asks for what was deleted. */
  REMOVED("removed", "get of the deleted keys, after a flush");

  private final String label;
  private final String description;

  Step(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** The step's name in tables and files. */
  public String label() {
    return label;
  }

  /** The name of one operation. */
  public String description() {
    return description;
  }
}
