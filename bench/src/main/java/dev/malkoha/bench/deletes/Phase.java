package dev.malkoha.bench.deletes;

/** The states in which a store is looked at. */
public enum Phase {
  /** Loaded and idle. */
  FULL("full"),
  /** The deletes have just returned; nothing was waited for. */
  DELETED("deleted"),
  /** Flushed, and all background work is done. */
  IDLE("idle"),
  /** Deleted and idle, while a snapshot from before the deletes is open. */
  HELD("held"),
  /** The snapshot is closed, and all background work is done. */
  RELEASED("released"),
  /** A store that was loaded with the entries that are left and no others, idle. */
  LIVE_ONLY("live-only");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /** The name in tables and files. */
  public String label() {
    return label;
  }
}
