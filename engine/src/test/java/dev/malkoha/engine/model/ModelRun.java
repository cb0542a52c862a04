package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One history under one option set, from the first operation to the last look.
 *
 * @param replay the command that runs this history alone
 * @param shares whether the store shares resources with a {@link Neighbour}
 */
record ModelRun(
    String replay, List<Op> operations, List<Bytes> keys, OptionSet set, boolean shares) {

  private static final int SHRINKING_RUNS = 2_000;

  /** A run of a store that has everything for itself. */
  ModelRun(String replay, List<Op> operations, List<Bytes> keys, OptionSet set) {
    this(replay, operations, keys, set, false);
  }

  /** Runs it; fails with a shrunk history and the command that runs the whole one again. */
  void check() {
    try {
      run(operations);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + describe(), e);
    }
  }

  /** Whether it fails. */
  boolean fails() {
    return fails(operations);
  }

  private boolean fails(List<Op> some) {
    try {
      run(some);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }

  private void run(List<Op> some) {
    if (shares) {
      Neighbour neighbour = new Neighbour();
      run(some, new Subject(set, neighbour.shared(), keys.hashCode()), neighbour::step);
      neighbour.finish();
    } else {
      run(some, new Subject(set, null, keys.hashCode()), () -> {});
    }
  }

  private void run(List<Op> some, Subject subject, Runnable meanwhile) {
    try {
      for (Op operation : some) {
        operation.on(subject);
        subject.letWorkRun();
        subject.lookBeside();
        meanwhile.run();
      }
      subject.finish(keys);
    } catch (RuntimeException | AssertionError e) {
      e.addSuppressed(new AssertionError("the disk's last calls:\n" + subject.diskHistory()));
      throw e;
    }
  }

  private String describe() {
    String command = replay + "\nwhich runs, with options " + set;
    if (!fails()) {
      return "It did not fail when run again, so chance or timing is in it. To run it again:\n"
          + command
          + text(operations);
    }
    List<Op> shrunk = new Shrinker<Op>(this::fails, SHRINKING_RUNS).shrink(operations);
    return "These %d of %d operations fail:%s\nTo run them all again:\n%s"
        .formatted(shrunk.size(), operations.size(), text(shrunk), command);
  }

  private static String text(List<Op> some) {
    return some.stream().map(op -> "\n  " + op).collect(Collectors.joining());
  }
}
