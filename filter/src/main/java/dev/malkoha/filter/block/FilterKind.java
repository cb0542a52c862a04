package dev.malkoha.filter.block;

import org.jspecify.annotations.Nullable;

/** The kind of a filter block, as its header numbers it and as users read it. */
public enum FilterKind {
  /** No filter was wanted. */
  NONE(1, "none"),
  /** A filter was wanted and could not be built. */
  ALWAYS_MAYBE(2, "always-maybe"),
  /** A cuckoo filter with plain buckets. */
  CUCKOO(3, "cuckoo"),
  /** A standard Bloom filter. */
  BLOOM(4, "bloom"),
  /** A Bloom filter in blocks of 64 bytes. */
  BLOCKED_BLOOM(5, "blocked-bloom"),
  /** A cuckoo filter with semi-sorted buckets. */
  SEMI_SORTED_CUCKOO(6, "semi-sorted-cuckoo"),
  /** A cuckoo filter with overlapping windows of two slots. */
  WINDOWED_CUCKOO(7, "windowed-cuckoo"),
  /** A cuckoo filter with a value beside each fingerprint. */
  CUCKOO_MAP(8, "cuckoo-map");

  private static final FilterKind[] BY_CODE = new FilterKind[256];

  static {
    for (FilterKind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final byte code;
  private final String label;

  FilterKind(int code, String label) {
    this.code = (byte) code;
    this.label = label;
  }

  /** The kind with this code, or null if there is none. */
  static @Nullable FilterKind of(byte code) {
    return BY_CODE[code & 0xff];
  }

  byte code() {
    return code;
  }

  /** The name that users see. */
  public String label() {
    return label;
  }
}
