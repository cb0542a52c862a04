package dev.malkoha.engine.damage;

/**
 * What became of a damaged store, and why that is said.
 *
 * @param outcome what became of it
 * @param detail what was seen
 */
record Verdict(Outcome outcome, String detail) {

  @Override
  public String toString() {
    return outcome + ": " + detail;
  }
}
