package dev.malkoha.engine.damage;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.Stores;
import dev.malkoha.tools.VerifyReport;
import java.util.List;

/**
 * What a check says of a store that is not open.
 *
 * @param problems what is wrong
 * @param notes what is worth knowing
 */
record Checkup(List<String> problems, List<String> notes) {

  static Checkup of(LaidOutStore ground) {
    try {
      VerifyReport report = Stores.verify(ground.disk(), ground.path());
      return new Checkup(report.problems(), report.notes());
    } catch (DbException e) {
      return new Checkup(List.of(String.valueOf(e.getMessage())), List.of());
    }
  }

  boolean isSound() {
    return problems.isEmpty();
  }

  /** Whether it has nothing to say at all. */
  boolean isSilent() {
    return problems.isEmpty() && notes.isEmpty();
  }
}
