package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long writers are made to wait, in nanoseconds for each KiB and in all. */
final class WriteThrottleTest {

  private static final long LEVEL1 = 800;
  private static final long STEP = 8_000;

  private final List<WaitCause> causes = new ArrayList<>();
  private final List<Long> pauses = new ArrayList<>();
  private long late;
  private final WriteThrottle throttle = new WriteThrottle(this::pause);

  private long pause(long nanos, WaitCause cause, long behind) {
    causes.add(cause);
    pauses.add(nanos);
    return nanos + late;
  }

  /** Tables of one byte in level 0, and one of so many bytes in level 1. */
  private static Shape shape(int level0Tables, long level1Bytes) {
    List<TableMeta> level0 =
        IntStream.range(0, level0Tables).mapToObj(number -> table(number, 1)).toList();
    List<TableMeta> level1 = List.of(table(1000, level1Bytes));
    return new Shape(
        LEVEL1 / 8,
        IntStream.range(0, Version.LEVELS)
            .mapToObj(level -> level == 0 ? level0 : level == 1 ? level1 : List.<TableMeta>of())
            .toList(),
        RangeTombstones.NONE,
        Set.of(),
        Shape.Ageing.NONE);
  }

  private static TableMeta table(long number, long bytes) {
    return new TableMeta(
        number, bytes, 1, 0, new byte[0], new byte[0], 1, 1, List.of(), null, null);
  }

  @Test
  void eachTableOfLevel0BeyondTwelveCosts() {
    assertEquals(0, perKib(shape(0, 1)));
    assertEquals(0, perKib(shape(12, 1)));
    assertEquals(STEP, perKib(shape(13, 1)));
    assertEquals(8 * STEP, perKib(shape(20, 1)));
  }

  /** Small tables are gathered, up to twelve, before they are merged into a large level 1. */
  @Test
  void smallTablesCostLater() {
    assertEquals(0, perKib(shape(16, 24)));
    assertEquals(STEP, perKib(shape(17, 24)));
    assertEquals(0, perKib(shape(28, LEVEL1)));
    assertEquals(STEP, perKib(shape(29, LEVEL1)));
  }

  private long perKib(Shape shape) {
    throttle.adjust(shape);
    long before = throttle.pausedNanos();
    throttle.pace(1024 * 1024);
    return (throttle.pausedNanos() - before) / 1024;
  }

  @Test
  void eachFullLevel1OfDebtBeyondEightCosts() {
    assertEquals(0, perKib(shape(0, 10 * LEVEL1 - 1)));
    assertEquals(STEP, perKib(shape(0, 10 * LEVEL1)));
    assertEquals(2 * STEP, perKib(shape(0, 11 * LEVEL1)));
  }

  @Test
  void bothAddUpToAMost() {
    assertEquals(3 * STEP, perKib(shape(28 + 2, 10 * LEVEL1)));
    assertEquals(64 * STEP, perKib(shape(28 + 64, LEVEL1)));
    assertEquals(64 * STEP, perKib(shape(28 + 65, LEVEL1)));
    assertEquals(64 * STEP, perKib(shape(28 + 38, 1_000 * LEVEL1)));
  }

  @Test
  void nobodyWaitsBeforeAnythingIsOwed() {
    throttle.pace(1L << 40);
    throttle.adjust(shape(12, 9 * LEVEL1));
    throttle.pace(1L << 40);
    assertEquals(0, throttle.pausedNanos());
  }

  /** A KiB costs a step: 13 of them make more than a tenth of a millisecond. */
  @Test
  void shortPausesAreSavedUpToATenthOfAMillisecond() {
    throttle.adjust(shape(13, 1));
    for (int i = 0; i < 12; i++) {
      throttle.pace(1024);
    }
    assertEquals(0, throttle.pausedNanos());
    throttle.pace(1024);
    assertEquals(13 * STEP, throttle.pausedNanos());
    throttle.pace(1024);
    assertEquals(13 * STEP, throttle.pausedNanos());
  }

  @Test
  void whatAPauseTookTooLongIsNotWaitedForAgain() {
    throttle.adjust(shape(13, 1));
    late = 5 * STEP;
    for (int i = 0; i < 13 + 17; i++) {
      throttle.pace(1024);
    }
    assertEquals(List.of(13 * STEP), pauses);
    throttle.pace(1024);
    assertEquals(List.of(13 * STEP, 13 * STEP), pauses);
  }

  /** A machine that let the writer wait for a second has not slowed it down for the store. */
  @Test
  void butNoMoreThanAMillisecondOfIt() {
    throttle.adjust(shape(13, 1));
    late = 1_000_000_000;
    throttle.pace(1024 * 13);
    throttle.pace(1024 * 125);
    throttle.pace(1024 * 13);
    assertEquals(List.of(13 * STEP, 13 * STEP), pauses);
  }

  @Test
  void thePaceFollowsTheShape() {
    throttle.adjust(shape(14, 1));
    throttle.pace(125 * 1024);
    assertEquals(2_000_000, throttle.pausedNanos());
    throttle.adjust(shape(0, 10 * LEVEL1)); // nine times what level 1 may hold is too much
    throttle.pace(125 * 1024);
    assertEquals(3_000_000, throttle.pausedNanos());
    throttle.adjust(shape(12, LEVEL1));
    throttle.pace(125 * 1024);
    assertEquals(3_000_000, throttle.pausedNanos());
    assertEquals(List.of(WaitCause.LEVEL0, WaitCause.DEBT), causes);
  }
}
