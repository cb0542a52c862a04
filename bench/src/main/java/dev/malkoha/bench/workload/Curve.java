package dev.malkoha.bench.workload;

import java.util.Locale;

/** A figure that is measured at each size of a store. */
public enum Curve {
  /** Puts in random order, background work after them included. */
  FILL("Write in random order until all work is done", "microseconds"),
  /** Gets of random keys. */
  GET("Get, present", "microseconds"),
  /** Gets of keys that are not there. */
  MISS("Get, absent", "microseconds"),
  /** A new cursor, a seek and ten entries. */
  SEEK("Seek and ten entries", "microseconds"),
  /** Reading everything in order. */
  SCAN("Scan, per entry", "microseconds"),
  /** Opening the store after a close, and a first get. */
  OPEN("Open and first get", "milliseconds"),
  /** Bytes written while it was filled, for each byte of keys and values. */
  WRITTEN("Bytes written per byte", "bytes"),
  /** Bytes of its files, for each byte of keys and values. */
  DISK("Bytes on disk per byte", "bytes"),
  /** The size of the Java heap after a collection, once everything has been read. */
  HEAP("Java heap in use", "megabytes");

  private final String title;
  private final String unit;

  Curve(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  /** The name in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The title, for people. */
  public String title() {
    return title;
  }

  /** The unit. */
  public String unit() {
    return unit;
  }
}
