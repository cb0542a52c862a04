package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deletion vector answers as a set of ordinals does. */
class DeletionVectorTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(DeletionVectorTest.class);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 63, 64, 65, 127, 128, 129, 1000, 1024})
  void answersAsASetDoes(int entries) {
    SplittableRandom random = new SplittableRandom(SEED + entries);
    for (int round = 0; round < 3; round++) {
      for (DeadSets kind : DeadSets.values()) {
        BitSet model = kind.make(random, entries);
        check(vector(model, entries), model, random);
      }
    }
  }

  private static DeletionVector vector(BitSet dead, int entries) {
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    dead.stream().forEach(builder::add);
    return builder.build();
  }

  private static void check(DeletionVector vector, BitSet model, SplittableRandom random) {
    int entries = (int) vector.entries();
    assertEquals(model.cardinality(), vector.dead(), REPLAY);
    for (int i = 0; i < entries; i++) {
      assertEquals(model.get(i), vector.isDead(i), REPLAY);
      assertEquals(model.previousClearBit(i), vector.previousLive(i), REPLAY);
    }
    assertEquals(-1, vector.previousLive(-1));
    for (int i = 0; i <= entries; i++) {
      assertEquals(Math.min(model.nextClearBit(i), entries), vector.nextLive(i), REPLAY);
    }
    for (int i = 0; i < 100; i++) {
      int from = random.nextInt(entries + 1);
      int to = random.nextInt(from, entries + 1);
      assertEquals(model.get(from, to).cardinality(), vector.dead(from, to), REPLAY);
    }
  }

  @Test
  void aBuilderTellsWhatIsNewAndLeavesItsSourceAlone() {
    DeletionVector none = DeletionVector.none(100);
    DeletionVector.Builder builder = none.builder();
    assertTrue(builder.add(70));
    assertFalse(builder.add(70));
    assertTrue(builder.build().isDead(70));
    assertFalse(builder.build().isDead(71));
    DeletionVector one = builder.build();
    assertTrue(builder.add(71));
    assertEquals(2, builder.dead());
    assertEquals(0, none.dead());
    assertEquals(1, one.dead());
    assertFalse(one.isDead(71));
    DeletionVector.Builder more = one.builder();
    assertFalse(more.add(70));
    assertTrue(more.add(71));
    assertEquals(builder.build(), more.build());
    assertNotEquals(one, more.build());
    assertNotEquals(none, DeletionVector.none(101));
  }

  @Test
  void entriesThatAreNotThereCannotDie() {
    DeletionVector.Builder builder = DeletionVector.none(100).builder();
    assertThrows(IndexOutOfBoundsException.class, () -> builder.add(100));
    assertThrows(IndexOutOfBoundsException.class, () -> builder.add(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> DeletionVector.none(100).dead(99, 101));
    assertThrows(ArithmeticException.class, () -> DeletionVector.none(1L << 31));
  }

  /** The largest table's last ordinals are near the end of an int. */
  @Test
  void theLargestTableHasRoom() {
    long entries = Integer.MAX_VALUE;
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    assertTrue(builder.add(entries - 1));
    DeletionVector vector = builder.build();
    assertTrue(vector.isDead(entries - 1));
    assertEquals(entries, vector.nextLive(entries - 1));
    assertEquals(entries - 2, vector.previousLive(entries - 1));
    assertEquals(1, vector.dead(0, entries));
  }
}
