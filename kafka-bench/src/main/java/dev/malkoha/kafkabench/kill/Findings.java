package dev.malkoha.kafkabench.kill;

import java.util.ArrayList;
import java.util.List;

/** The differences from the model: how many, and the first of them. */
final class Findings {

  private static final int TOLD = 10;

  private final List<String> first = new ArrayList<>();
  private long differences;
  private long compared;

  void compared(long more) {
    compared += more;
  }

  /** How many entries were looked at. */
  long compared() {
    return compared;
  }

  void differs(String what) {
    differences++;
    if (first.size() < TOLD) {
      first.add(what);
    }
  }

  boolean none() {
    return differences == 0;
  }

  @Override
  public String toString() {
    return differences
        + " differences in "
        + compared
        + " entries, such as\n"
        + String.join("\n", first);
  }
}
