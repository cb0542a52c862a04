package dev.malkoha.bench.compare;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.StoreCursor;
import dev.malkoha.bench.store.View;
import dev.malkoha.cli.Progress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads from one store. The work goes in portions: keys are made, then the clock runs while the
 * store answers, then every answer is checked against the dataset, byte by byte, off the clock.
 */
public final class CheckedReads {

  private static final int PORTION = Laps.PORTION;

  private final String store;
  private final String step;
  private final View view;
  private final Dataset data;
  private final Laps laps;
  private final byte[][] askedKeys = new byte[PORTION][];
  private final byte[] @Nullable [] answers = new byte[PORTION][];

  /**
   * Prepares reads.
   *
   * @param store what a wrong answer is blamed on
   * @param step in which step
   */
  public CheckedReads(String store, String step, View view, Dataset data, Progress.Task progress) {
    this.store = store;
    this.step = step;
    this.view = view;
    this.data = data;
    this.laps = new Laps(progress);
  }

  /** Gets keys that must not be there. */
  public void absent(KeyStream keys) {
    for (int count = keys.fill(askedKeys); count > 0; count = keys.fill(askedKeys)) {
      int found = 0;
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        if (view.get(askedKeys[i]) != null) {
          found++;
        }
      }
      laps.done(count, start);
      check(found == 0, "a key that is not there was found");
    }
  }

  /** Gets entries that must not be there, in this order. */
  public void absent(int[] order) {
    absent(data.keys(order));
  }

  /** Gets entries that must be there, in this order. */
  public void present(int[] order) {
    for (int from = 0; from < order.length; from += PORTION) {
      int count = Math.min(PORTION, order.length - from);
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        answers[i] = view.get(data.key(order[from + i]));
      }
      laps.done(count, start);
      for (int i = 0; i < count; i++) {
        byte[] answer = answers[i];
        check(answer != null, "a key that is there was not found");
        check(Arrays.equals(answer, data.value(order[from + i])), "a value differs");
      }
    }
  }

  /**
   * Reads everything in order.
   *
   * @param expected the entries that must be there, ascending, and no others
   */
  public void scan(int[] expected) {
    int seen = 0;
    try (StoreCursor cursor = view.cursor()) {
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
        laps.done(count, start);
        checkScanned(expected, seen, count);
        seen += count;
        more = count == PORTION;
      }
    }
    check(seen == expected.length, seen + " entries where " + expected.length + " are");
  }

  private void checkScanned(int[] expected, int from, int count) {
    check(from + count <= expected.length, "more entries than there are");
    for (int i = 0; i < count; i++) {
      check(Arrays.equals(askedKeys[i], data.key(expected[from + i])), "a key out of order");
      check(Arrays.equals(answers[i], data.value(expected[from + i])), "a value differs");
    }
  }

  /** Opens a cursor and seeks one entry's key; the entry found must be the other. */
  public void seek(int from, int expected) {
    byte[] key = data.key(from);
    long start = System.nanoTime();
    try (StoreCursor cursor = view.cursor()) {
      boolean found = cursor.seek(key);
      laps.done(1, start);
      check(found, "a seek found no entry where one follows");
      check(Arrays.equals(cursor.key(), data.key(expected)), "a seek found another key");
      check(Arrays.equals(cursor.value(), data.value(expected)), "a value differs");
    }
  }

  /** The time of all of it. */
  public Took took() {
    return laps.took();
  }

  private void check(boolean right, String problem) {
    if (!right) {
      throw new WrongAnswerException(store, step, problem);
    }
  }
}
