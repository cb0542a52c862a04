package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.engine.history.Bytes;
import java.util.List;

/** One history under one option set, from the first operation to the last look. */
record ModelRun(String replay, List<Op> operations, List<Bytes> keys, OptionSet set) {

  /** Runs it; fails with all that is needed to run it again. */
  void run() {
    Subject subject = new Subject(set);
    int at = 0;
    try {
      for (Op operation : operations) {
        operation.on(subject);
        at++;
      }
      subject.finish(keys);
    } catch (RuntimeException | AssertionError e) {
      fail(describe(at) + subject.diskHistory(), e);
    }
  }

  private String describe(int at) {
    StringBuilder text = new StringBuilder();
    text.append("replay with " + replay + ", options " + set);
    text.append("; it fails at operation " + at + " of:\n");
    List<Op> upTo = operations.subList(0, Math.min(at + 1, operations.size()));
    upTo.forEach(operation -> text.append(operation).append('\n'));
    return text.toString();
  }
}
