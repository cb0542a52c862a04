package dev.malkoha.bench.compare;

import dev.malkoha.bench.Progress;
import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One step on one store. The work goes in portions: keys are made, then the clock runs while the
 * store answers, then every answer is checked against the dataset, byte by byte, off the clock.
 */
final class StepRun {

  /** Small enough that the answers of a portion stay in the processor's caches. */
  private static final int PORTION = 256;

  private final String name;
  private final Store store;
  private final Dataset data;
  private final Progress.Task progress;
  private final byte[][] askedKeys = new byte[PORTION][];
  private final byte[] @Nullable [] answers = new byte[PORTION][];
  private long nanos;
  private long operations;

  StepRun(String name, Store store, Dataset data, Progress.Task progress) {
    this.name = name;
    this.store = store;
    this.data = data;
    this.progress = progress;
  }

  /** How many operations took how long. */
  record Took(long operations, long nanos) {

    double microsPerOp() {
      return operations == 0 ? 0 : nanos / 1e3 / operations;
    }
  }

  Took run(Step step, long seed) {
    switch (step) {
      case LOAD -> load(data.shuffled(seed));
      case MISSES -> misses();
      case HITS -> hits(Step.HITS, data.shuffled(~seed));
      case SCAN -> scan();
      case REMOVE -> remove();
      case REMOVED -> removed();
    }
    return new Took(operations, nanos);
  }

  /** Checks that what was not removed is all there, off the clock. */
  void survivors() {
    hits(Step.REMOVED, data.kept());
  }

  private void load(int[] order) {
    for (int from = 0; from < order.length; from += PORTION) {
      int to = Math.min(order.length, from + PORTION);
      long start = System.nanoTime();
      for (int i = from; i < to; i++) {
        store.put(data.key(order[i]), data.value(order[i]));
      }
      done(to - from, start);
    }
    long start = System.nanoTime();
    store.settle();
    done(0, start);
  }

  private void misses() {
    KeyStream keys = data.misses();
    for (int count = keys.fill(askedKeys); count > 0; count = keys.fill(askedKeys)) {
      askAbsent(Step.MISSES, count);
    }
  }

  private void removed() {
    int[] removed = data.removed();
    Dataset.shuffle(removed, 1);
    for (int from = 0; from < removed.length; from += PORTION) {
      int count = Math.min(PORTION, removed.length - from);
      for (int i = 0; i < count; i++) {
        askedKeys[i] = data.key(removed[from + i]);
      }
      askAbsent(Step.REMOVED, count);
    }
  }

  private void askAbsent(Step step, int count) {
    int found = 0;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      if (store.get(askedKeys[i]) != null) {
        found++;
      }
    }
    done(count, start);
    check(found == 0, step, "a key that is not there was found");
  }

  private void hits(Step step, int[] order) {
    for (int from = 0; from < order.length; from += PORTION) {
      int count = Math.min(PORTION, order.length - from);
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        answers[i] = store.get(data.key(order[from + i]));
      }
      done(count, start);
      for (int i = 0; i < count; i++) {
        byte[] answer = answers[i];
        check(answer != null, step, "a key that is there was not found");
        check(Arrays.equals(answer, data.value(order[from + i])), step, "a value differs");
      }
    }
  }

  private void scan() {
    int seen = 0;
    try (StoreCursor cursor = store.cursor()) {
      boolean more = true;
      while (more) {
        int count = 0;
        long start = System.nanoTime();
        more = seen == 0 ? cursor.first() : cursor.next();
        while (more) {
          askedKeys[count] = cursor.key();
          answers[count++] = cursor.value();
          more = count < PORTION && cursor.next();
        }
        done(count, start);
        checkScanned(seen, count);
        seen += count;
        more = count == PORTION;
      }
    }
    check(seen == data.size(), Step.SCAN, seen + " entries where " + data.size() + " are");
  }

  private void checkScanned(int from, int count) {
    check(from + count <= data.size(), Step.SCAN, "more entries than were put");
    for (int i = 0; i < count; i++) {
      check(Arrays.equals(askedKeys[i], data.key(from + i)), Step.SCAN, "a key out of order");
      check(Arrays.equals(answers[i], data.value(from + i)), Step.SCAN, "a value differs");
    }
  }

  private void remove() {
    int[] removed = data.removed();
    for (int from = 0; from < removed.length; from += PORTION) {
      int to = Math.min(removed.length, from + PORTION);
      long start = System.nanoTime();
      for (int i = from; i < to; i++) {
        store.delete(data.key(removed[i]));
      }
      done(to - from, start);
    }
  }

  private void done(int count, long start) {
    nanos += System.nanoTime() - start;
    operations += count;
    progress.advance(count);
  }

  private void check(boolean right, Step step, String problem) {
    if (!right) {
      throw new WrongAnswerException(name, step.label(), problem);
    }
  }
}
