package dev.malkoha.bench.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.MapStore;
import dev.malkoha.bench.compare.SmallData;
import dev.malkoha.bench.store.StoreSnapshot;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each step must notice a store that answers wrongly, however slightly. */
final class DeleteStepsTest {

  private static final int ENTRIES = 600;

  private final Dataset data = SmallData.of(ENTRIES);

  DeleteStepsTest() throws IOException {}

  private DeletePlan plan(DeleteOrder order) {
    return order.plan(data, 1);
  }

  private DeleteSteps steps(DeleteOrder order, MapStore store) {
    return new DeleteSteps("map", store, data, plan(order), Progress.SILENT);
  }

  private DeleteSteps deleted(DeleteOrder order, MapStore store) {
    DeleteSteps steps = steps(order, store);
    steps.load();
    steps.delete();
    return steps;
  }

  private static void assertNoticed(DeleteSteps steps, Phase phase, Read read) {
    assertThrows(WrongAnswerException.class, () -> steps.read(phase, read), read.label());
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatAnswersRightlyPassesEachStep(DeleteOrder order) {
    MapStore store = new MapStore();
    DeleteSteps steps = steps(order, store);
    steps.load();
    for (Read read : Read.in(Phase.FULL)) {
      steps.read(Phase.FULL, read);
    }
    try (StoreSnapshot snapshot = store.snapshot()) {
      assertEquals(plan(order).deleted().length, steps.delete().operations());
      steps.check(snapshot);
      steps.touch();
    }
    steps.check();
    for (Read read : Read.in(Phase.IDLE)) {
      Measured measured = steps.read(Phase.IDLE, read);
      int live = plan(order).live().length;
      switch (read) {
        case SCAN -> assertEquals((long) live * DeleteSteps.SCANS, measured.operations());
        case REMAINING -> assertEquals(live, measured.operations());
        default -> assertTrue(measured.operations() > 0, read.label());
      }
    }
    MapStore live = new MapStore();
    steps(order, live).loadLive();
    steps(order, live).check();
  }

  @ParameterizedTest
  @EnumSource
  void aDeletedEntryThatIsStillThereIsNoticed(DeleteOrder order) {
    int kept = plan(order).runStart();
    MapStore store = new MapStore();
    DeleteSteps steps = deleted(order, store);
    store.put(data.key(kept), data.value(kept));

    assertNoticed(steps, Phase.IDLE, Read.DELETED);
    assertNoticed(steps, Phase.IDLE, Read.SCAN);
    assertNoticed(steps, Phase.DELETED, Read.SEEK);
    assertThrows(WrongAnswerException.class, steps::check);
  }

  @ParameterizedTest
  @EnumSource
  void anEntryThatIsLostWithTheDeletedOnesIsNoticed(DeleteOrder order) {
    MapStore store = new MapStore();
    DeleteSteps steps = deleted(order, store);
    store.delete(data.key(plan(order).runEnd()));

    assertNoticed(steps, Phase.IDLE, Read.REMAINING);
    assertNoticed(steps, Phase.IDLE, Read.SCAN);
    assertNoticed(steps, Phase.IDLE, Read.SEEK);
    assertThrows(WrongAnswerException.class, steps::check);
  }

  @Test
  void aValueOfAnotherKeyIsNoticed() {
    MapStore store = new MapStore();
    DeleteSteps steps = deleted(DeleteOrder.KEY, store);
    int found = plan(DeleteOrder.KEY).runEnd();
    store.put(data.key(found), data.value(found + 1));

    assertNoticed(steps, Phase.IDLE, Read.REMAINING);
    assertNoticed(steps, Phase.IDLE, Read.SCAN);
    assertNoticed(steps, Phase.IDLE, Read.SEEK);
  }

  @Test
  void aMissThatIsAnsweredIsNoticed() {
    MapStore store = new MapStore();
    DeleteSteps steps = deleted(DeleteOrder.RANDOM, store);
    byte[][] miss = new byte[1][];
    data.misses().fill(miss);
    store.put(miss[0], new byte[0]);

    assertNoticed(steps, Phase.FULL, Read.MISSES);
    assertNoticed(steps, Phase.IDLE, Read.MISSES);
  }

  @ParameterizedTest
  @EnumSource
  void aSnapshotThatLosesADeletedEntryIsNoticed(DeleteOrder order) {
    MapStore store = new MapStore();
    DeleteSteps steps = steps(order, store);
    steps.load();
    store.delete(data.key(plan(order).deleted()[0]));
    StoreSnapshot snapshot = store.snapshot();

    assertThrows(WrongAnswerException.class, () -> steps.check(snapshot));
  }

  @Test
  void aSnapshotThatSeesWhatArrivedLaterIsNoticed() {
    MapStore store = new MapStore();
    DeleteSteps steps = steps(DeleteOrder.QUEUE, store);
    steps.load();
    int later = plan(DeleteOrder.QUEUE).arriving()[0];
    store.put(data.key(later), data.value(later));
    StoreSnapshot snapshot = store.snapshot();

    assertThrows(WrongAnswerException.class, () -> steps.check(snapshot));
  }
}
