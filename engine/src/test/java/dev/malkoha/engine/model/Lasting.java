package dev.malkoha.engine.model;

import org.jspecify.annotations.Nullable;

/** A value, when it expires, and the operands over it, which do not. */
record Lasting(String value, long expiry, String operands) {

  /** When what never expires does. */
  static final long NEVER = Long.MAX_VALUE;

  Lasting(String value, long expiry) {
    this(value, expiry, "");
  }

  /** What is seen at a time; null if nothing is. */
  @Nullable String at(long time) {
    String seen = (expiry > time ? value : "") + operands;
    return seen.isEmpty() ? null : seen;
  }

  Lasting merged(String operand) {
    return new Lasting(value, expiry, operands + operand);
  }
}
