package dev.malkoha.engine.crash;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import java.util.SplittableRandom;

/**
 * What a short history consists of: options, keys, writes, and how often what else is done.
 *
 * <p>Most are mixed. Some only write records of one length and lose power often: there alone a
 * record of an earlier life of a log segment lies where one of the present life could.
 */
final class Script {

  private static final int OPERATIONS_MIN = 3;
  private static final int OPERATIONS_MAX = 40;
  private static final int LARGE_BYTES = 2500;
  private static final int UNIFORM_BYTES = 60;

  /** One operation. */
  enum Step {
    WRITE,
    FLUSH,
    COMPACT,
    WRITE_BACK,
    REOPEN,
    KILL,
    POWER_CUT
  }

  private final SplittableRandom random;
  private final boolean uniform;
  private final DbOptions options;
  private final Keys keys;
  private final Changes changes;
  private final int operations;

  Script(SplittableRandom random) {
    this.random = random;
    this.uniform = random.nextInt(4) == 0;
    this.options = CrashOptions.any(random);
    this.keys = uniform ? Keys.ofOneLength(12) : Keys.random(random, 12);
    this.changes = new Changes(random, keys, 6, LARGE_BYTES);
    this.operations =
        random.nextInt(3) == 0
            ? OPERATIONS_MIN
            : random.nextInt(OPERATIONS_MIN, OPERATIONS_MAX + 1);
  }

  DbOptions options() {
    return options;
  }

  Keys keys() {
    return keys;
  }

  /** How many operations it has. */
  int operations() {
    return operations;
  }

  Step nextStep() {
    int choice = random.nextInt(100);
    return uniform ? uniformStep(choice) : mixedStep(choice);
  }

  private static Step uniformStep(int choice) {
    return choice < 70 ? Step.WRITE : choice < 80 ? Step.WRITE_BACK : Step.POWER_CUT;
  }

  private static Step mixedStep(int choice) {
    if (choice < 80) {
      return choice < 70 ? Step.WRITE : Step.FLUSH;
    }
    if (choice < 93) {
      return choice < 84 ? Step.COMPACT : Step.WRITE_BACK;
    }
    return choice < 95 ? Step.REOPEN : choice < 97 ? Step.KILL : Step.POWER_CUT;
  }

  Change nextChange() {
    if (!uniform) {
      return changes.next();
    }
    Bytes value = Bytes.numbered(changes.nextNumber(), UNIFORM_BYTES);
    return Change.put(keys.any(random), value, Durability.PROCESS);
  }

  /** A put that survives power cuts. */
  Change nextSync() {
    return Change.put(keys.any(random), changes.value(), Durability.SYNC);
  }
}
