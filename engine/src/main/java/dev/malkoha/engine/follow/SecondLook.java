package dev.malkoha.engine.follow;

/**
 * Tells damage from what the writer of a store has changed while it was read beside it: damage is
 * what shows twice, with nothing changed before, between and after. One thread.
 */
public final class SecondLook {

  /** A writer that changes something each time that it is looked is not waited for longer. */
  private static final int LOOKS_MAX = 1000;

  private String fault = "";
  private String seen = "";
  private int looks;

  /**
   * Whether a fault is to be believed; else whatever showed it should begin again.
   *
   * @param before what was to be seen of CURRENT and the manifest before the reading that failed
   * @param after what is now
   */
  public boolean confirms(Exception failure, String before, String after) {
    String now = failure.toString();
    boolean again = now.equals(fault) && before.equals(seen) && after.equals(seen);
    fault = now;
    seen = before.equals(after) ? after : "";
    return again || ++looks >= LOOKS_MAX;
  }
}
