package dev.malkoha.bench.deletes;

/** The states in which a store is looked at. */
public enum Phase {
  /** Loaded and idle. */
  FULL("full", "full"),
  /** The deletes have just returned; nothing was waited for. */
  DELETED("deleted", "deleted"),
  /** Flushed, and all background work is done. */
  IDLE("idle", "idle"),
  /** Deleted and idle, while a snapshot from before the deletes is open. */
  HELD("held", "held"),
  /** The snapshot is closed, and all background work is done. */
  RELEASED("released", "released"),
  /** A store that was loaded with the entries that are left and no others, idle. */
  LIVE_ONLY("liveOnly", "live only");

  private final String label;
  private final String title;

  Phase(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The name in files. */
  public String label() {
    return label;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }
}
