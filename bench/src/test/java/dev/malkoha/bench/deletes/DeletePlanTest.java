package dev.malkoha.bench.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.SmallData;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DeletePlanTest {

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static int[] sorted(int[] numbers) {
    int[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  @Test
  void inKeyOrderTheLowerHalfGoesAscending() throws IOException {
    DeletePlan plan = DeleteOrder.KEY.plan(SmallData.of(101), 1);

    assertArrayEquals(range(0, 101), sorted(plan.loaded()));
    assertArrayEquals(range(0, 50), plan.deleted());
    assertArrayEquals(range(50, 101), plan.live());
    assertEquals(0, plan.runStart());
    assertEquals(50, plan.runEnd());
  }

  @Test
  void atRandomAnyHalfGoes() throws IOException {
    DeletePlan plan = DeleteOrder.RANDOM.plan(SmallData.of(1_000), 1);

    int[] both =
        IntStream.concat(Arrays.stream(plan.deleted()), Arrays.stream(plan.live())).toArray();
    assertArrayEquals(range(0, 1_000), sorted(both));
    assertEquals(500, plan.deleted().length);
    assertTrue(Arrays.stream(plan.deleted()).filter(i -> i < 500).count() > 200);
    assertTrue(plan.runEnd() - plan.runStart() > 3);
    assertTrue(plan.runEnd() - plan.runStart() < 50);
  }

  @Test
  void aQueueLosesItsOldestAndKeepsItsLength() throws IOException {
    DeletePlan plan = DeleteOrder.QUEUE.plan(SmallData.of(100), 1);

    assertArrayEquals(range(0, 67), plan.loaded());
    assertArrayEquals(range(0, 33), plan.deleted());
    assertArrayEquals(range(67, 100), plan.arriving());
    assertArrayEquals(range(33, 100), plan.live());
    assertArrayEquals(range(0, 67), plan.full());
    assertEquals(33, plan.runEnd());
  }

  @ParameterizedTest
  @EnumSource
  void askingIsInAnotherOrderAndForTheSameEntries(DeleteOrder order) throws IOException {
    DeletePlan plan = order.plan(SmallData.of(300), 1);

    assertArrayEquals(sorted(plan.deleted()), sorted(plan.deletedToAsk()));
    assertArrayEquals(plan.live(), sorted(plan.liveToAsk()));
    assertArrayEquals(plan.live(), sorted(plan.liveAsLoaded()));
    assertTrue(!Arrays.equals(plan.deleted(), plan.deletedToAsk()));
  }

  @Test
  void ofALongRunItsLastPartIsSought() {
    DeletePlan plan = new DeletePlan(range(0, 300_000), range(10, 250_000), new int[0]);

    assertEquals(150_000, plan.runStart());
    assertEquals(250_000, plan.runEnd());
  }

  @Test
  void theLongestRunIsOneThatALiveEntryFollows() {
    int[] deleted = {1, 2, 5, 6, 7, 10, 11, 12, 13, 14};

    DeletePlan plan = new DeletePlan(range(0, 15), deleted, new int[0]);

    assertEquals(5, plan.runStart());
    assertEquals(8, plan.runEnd());
  }

  @ParameterizedTest
  @EnumSource
  void twoEntriesAreTooFewForAnyQueueAndThreeAreEnoughForAll(DeleteOrder order) throws IOException {
    Dataset three = SmallData.of(3);

    assertEquals(1, order.plan(three, 1).deleted().length);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> DeleteOrder.QUEUE.plan(SmallData.of(2), 1));
    assertTrue(String.valueOf(refused.getMessage()).contains("at least 3 entries, not 2"));
  }
}
