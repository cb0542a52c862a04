package dev.malkoha.engine.crash;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What a short history consists of: options, keys, writes, and how often what else is done.
 *
 * <p>Most are mixed. Some are made for what mixed ones do not reach.
 */
final class Script {

  private static final int OPERATIONS_MIN = 3;
  private static final int OPERATIONS_MAX = 40;
  private static final int LARGE_BYTES = 2500;
  private static final int UNIFORM_BYTES = 60;
  private static final int FILLINGS = 10;
  private static final int FILLING_EDITS = 80;
  private static final int FILLING_BYTES = 90;

  private enum Style {
    MIXED,
    /**
     * Records of one length and many power cuts: there alone a record of an earlier life of a log
     * segment lies where one of the present life could.
     */
    UNIFORM,
    /** A store of three levels to begin with. */
    DEEP;

    static Style any(SplittableRandom random) {
      int choice = random.nextInt(32);
      if (choice < 20) {
        return MIXED;
      }
      return choice < 29 ? UNIFORM : DEEP;
    }

    Keys keys(SplittableRandom random) {
      return switch (this) {
        case MIXED -> Keys.random(random, 12);
        case UNIFORM -> Keys.ofLength(6, 12);
        case DEEP -> Keys.random(random, FILLINGS * FILLING_EDITS);
      };
    }
  }

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
  private final Style style;
  private final DbOptions options;
  private final Keys keys;
  private final Changes changes;
  private final int operations;

  Script(SplittableRandom random) {
    this.random = random;
    this.style = Style.any(random);
    this.options = CrashOptions.any(random);
    this.keys = style.keys(random);
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

  /** What is written before anybody looks. */
  List<Change> filling() {
    int changes = style == Style.DEEP ? FILLINGS : 0;
    return Stream.generate(this::fill).limit(changes).toList();
  }

  private Change fill() {
    Stream<Edit> edits =
        Stream.generate(
            () -> {
              Bytes value = Bytes.numbered(changes.nextNumber(), FILLING_BYTES);
              return new Edit(keys.any(random), Optional.of(value));
            });
    return new Change(edits.limit(FILLING_EDITS).toList(), Optional.empty());
  }

  Step nextStep() {
    int choice = random.nextInt(100);
    return style == Style.UNIFORM ? uniformStep(choice) : mixedStep(choice);
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
    if (style != Style.UNIFORM) {
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
