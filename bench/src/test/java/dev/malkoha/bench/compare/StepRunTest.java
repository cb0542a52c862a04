package dev.malkoha.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.cli.Progress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Each step must notice a store that answers wrongly, however slightly. */
final class StepRunTest {

  private static final int ENTRIES = 512;
  private final Dataset data = data();

  /** Two portions exactly, so that a scan ends on a portion's border. Each fourth is removed. */
  private static Dataset data() {
    byte[][] keys = new byte[ENTRIES][];
    byte[][] values = new byte[ENTRIES][];
    for (int i = 0; i < ENTRIES; i++) {
      keys[i] = new byte[] {(byte) (i >> 8), (byte) i};
      values[i] = new byte[] {(byte) i, 1};
    }
    int[] removed = new int[ENTRIES / 4];
    Arrays.setAll(removed, i -> i * 4);
    return new Dataset("t", "m", "r", keys, values, OneMiss::new, 1, removed);
  }

  private static final class OneMiss implements KeyStream {
    private boolean done;

    @Override
    public int fill(byte[][] into) {
      into[0] = new byte[] {9, 9, 9};
      int count = done ? 0 : 1;
      done = true;
      return count;
    }
  }

  private StepRun run(MapStore store) {
    return new StepRun("map", store, data, Progress.SILENT.start("test", 0));
  }

  private MapStore loaded() {
    MapStore store = new MapStore();
    run(store).run(Step.LOAD, 1);
    return store;
  }

  private void assertNoticed(Step step, MapStore store) {
    assertThrows(WrongAnswerException.class, () -> run(store).run(step, 1));
  }

  @Test
  void aStoreThatAnswersRightlyPassesEachStep() {
    MapStore store = new MapStore();
    for (Step step : Step.values()) {
      assertEquals(data.operations(step), run(store).run(step, 1).operations(), step.label());
    }
    run(store).survivors();
  }

  @Test
  void aMissThatIsAnsweredIsNoticed() {
    MapStore store = loaded();
    store.put(new byte[] {9, 9, 9}, new byte[0]);
    assertNoticed(Step.MISSES, store);
  }

  @Test
  void aLostOrChangedValueIsNoticed() {
    MapStore lost = loaded();
    lost.delete(data.key(300));
    assertNoticed(Step.HITS, lost);
    MapStore changed = loaded();
    changed.put(data.key(300), new byte[] {(byte) 300, 2});
    assertNoticed(Step.HITS, changed);
    assertNoticed(Step.SCAN, changed);
  }

  @Test
  void aScanWithTooFewOrTooManyEntriesIsNoticed() {
    MapStore fewer = loaded();
    fewer.delete(data.key(ENTRIES - 1));
    assertNoticed(Step.SCAN, fewer);
    MapStore more = loaded();
    more.put(new byte[] {9}, new byte[0]);
    assertNoticed(Step.SCAN, more);
    assertNoticed(Step.SCAN, new MapStore());
  }

  @Test
  void aRemovedEntryThatIsStillThereIsNoticed() {
    MapStore forgetful =
        new MapStore() {
          @Override
          public void delete(byte[] key) {
            if (key[1] != 16) {
              super.delete(key);
            }
          }
        };
    run(forgetful).run(Step.LOAD, 1);
    run(forgetful).run(Step.REMOVE, 1);
    assertNoticed(Step.REMOVED, forgetful);
  }

  @Test
  void anEntryLostByARemovalIsNoticed() {
    MapStore greedy =
        new MapStore() {
          @Override
          public void delete(byte[] key) {
            super.delete(key);
            super.delete(new byte[] {key[0], (byte) (key[1] + 1)});
          }
        };
    run(greedy).run(Step.LOAD, 1);
    run(greedy).run(Step.REMOVE, 1);
    run(greedy).run(Step.REMOVED, 1);
    assertThrows(WrongAnswerException.class, () -> run(greedy).survivors());
  }
}
