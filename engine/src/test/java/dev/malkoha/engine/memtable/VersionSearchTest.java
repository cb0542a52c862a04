package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An older reader finds its version of a key in few steps, however many newer ones there are. */
final class VersionSearchTest {

  private static final int VERSIONS = 10_000;
  private static final int STEPS_MAX = 200;

  private final Arena arena = new Arena(PartGrowth.WHOLE);

  private int add(long tag) {
    arena.reserve(1, 0);
    int entry = arena.takeRecord();
    arena.describeEntry(entry, tag, 0, 0);
    return entry;
  }

  /** Several keys are written in turns, so that the records of one lie evenly apart. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 64, 89})
  void aVersionIsFoundInFewSteps(int keys) {
    List<Integer> versions = new ArrayList<>();
    int key = Arena.NONE;
    for (int i = 0; i < VERSIONS * keys; i++) {
      int entry = add(i);
      if (i == 0) {
        key = entry;
        arena.describeKey(key, 0, 0);
      } else if (i % keys == 0) {
        arena.prependEntry(key, entry);
      }
      if (i % keys == 0) {
        versions.add(entry);
      }
    }
    for (int wanted = 0; wanted < VERSIONS; wanted += 97) {
      long tag = (long) wanted * keys + keys - 1;
      int steps = 0;
      int at = arena.newest(key);
      for (; Long.compareUnsigned(arena.tag(at), tag) > 0; steps++) {
        at = arena.towards(key, at, tag);
      }
      assertEquals(versions.get(wanted), at);
      assertEquals(at, arena.newestAtOrBelow(key, tag));
      assertTrue(steps <= STEPS_MAX, steps + " steps to version " + wanted);
    }
  }
}
