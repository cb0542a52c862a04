package dev.malkoha.engine.damage;

import java.util.Locale;

/** What becomes of a damaged store. */
enum Outcome {
  /** The opening is refused, with a file and a place, and nothing is changed. */
  REFUSED(true),
  /** It opens, says that something is wrong, and what it holds is what it held once before. */
  TOLD_AND_LESS(true),
  /** It opens, says that something is wrong, and gives every answer right all the same. */
  TOLD_AND_RIGHT(true),
  /** It opens, and reads or rewrites that meet the damage are refused; all others are right. */
  READ_REFUSED(true),
  /** It opens and gives every answer right; a check of the store finds something. */
  RIGHT_AND_CHECKED(true),
  /** It opens and gives every answer right. */
  RIGHT(true),
  /**
   * It opens to what it held before, and nobody could tell: the damage made of the store of a
   * killed process just what an earlier kill would have left.
   */
  AS_KILLED_BEFORE(true),
  /** It opens, says nothing, and an answer is wrong. */
  SILENT(false),
  /** It opens, says that something is wrong, and holds what it never held. */
  MIXED(false),
  /** What it opens to is less, and a file with the rest is deleted. */
  DELETED(false),
  /** An opening that is refused, one for reading only or a check changes files. */
  CHANGED(false),
  /** Another exception than those that the store may throw. */
  FOREIGN(false),
  /** A refusal that names no file or no place in it, or does not call itself damage. */
  VAGUE(false),
  /** A check finds nothing in a store that does not open, or opens and says so itself. */
  UNCHECKED(false),
  /** An opening or a check takes more memory than it may. */
  LARGE(false);

  private final boolean allowed;

  Outcome(boolean allowed) {
    this.allowed = allowed;
  }

  boolean isAllowed() {
    return allowed;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
