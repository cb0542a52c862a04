package dev.malkoha.kafkabench.measure;

import java.util.Locale;

/** A figure that a measurement gives. */
public enum Figure {
  /** Records that were processed or restored in a second. */
  RECORDS_PER_SECOND("records/s", true, 1),

  /** The time in which all stores were opened again, in milliseconds. */
  OPENING("opening, s", false, 1e3),

  /** The time of which one commit in a hundred takes longer. */
  COMMIT_P99("p99 of commits, ms", false, 1),

  /** Heap and native memory of the process: what it alone has of the machine's memory. */
  MEMORY("heap and native, MB", false, 1e6),

  /**
   * The same with what is in memory of mapped files, which the system takes back as it needs it.
   */
  RESIDENT("resident, MB", false, 1e6),

  /** The live heap after a full collection. */
  HEAP("heap, MB", false, 1e6),

  /** Lengths of all files of the stores at the end. */
  DISK("on disk, MB", false, 1e6),

  /** The bytes that the process has given the system to write to disks. */
  WRITTEN("written, MB", false, 1e6);

  private final String label;
  private final boolean more;
  private final double unit;

  Figure(String label, boolean more, double unit) {
    this.label = label;
    this.more = more;
    this.unit = unit;
  }

  /** The name in tables, with the unit that {@link #shown} gives. */
  public String label() {
    return label;
  }

  /** The name in JSON, where values are in bytes, milliseconds, or a second. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A value in the unit of tables. */
  public double shown(double value) {
    return value / unit;
  }

  /** How many times better one value is than another. */
  public double times(double value, double than) {
    return more ? value / than : than / value;
  }
}
