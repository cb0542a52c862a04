package dev.malkoha.engine.range;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.malkoha.trials.Trials;
import java.util.BitSet;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadRunsTest {

  private static final int MANY = 1 << 20;

  private DeadRuns runs = DeadRuns.NONE;

  private void add(String from, String to, int hidden) {
    runs = runs.with(new DeadRuns.DeadRun(from.getBytes(UTF_8), to.getBytes(UTF_8), hidden));
  }

  private void put(String key) {
    runs = runs.without(key.getBytes(UTF_8));
  }

  private static String text(DeadRuns.@Nullable DeadRun run) {
    Objects.requireNonNull(run);
    return new String(run.from(), UTF_8) + "-" + new String(run.to(), UTF_8);
  }

  private String runs() {
    return runs.all().stream().map(DeadRunsTest::text).collect(Collectors.joining(" "));
  }

  @Test
  void runsThatOverlapOrTouchAreOne() {
    add("b", "c", MANY);
    add("d", "e", MANY);
    add("x", "y", MANY);
    assertEquals("b-c d-e x-y", runs());
    add("c", "d", 1);
    assertEquals("b-e x-y", runs());
    add("a", "bb", 1);
    add("dd", "f", 1);
    assertEquals("a-f x-y", runs());
    assertEquals(2 * MANY + 3, runs.all().getFirst().hidden());
  }

  @Test
  void whatIsPutIsCutOut() {
    add("b", "f", MANY);
    put("d");
    assertEquals("b-d d\0-f", runs());
    put("b");
    assertEquals("b\0-d d\0-f", runs());
    put("f");
    put("d");
    put("a");
    assertEquals("b\0-d d\0-f", runs());
  }

  @Test
  void aRunThatIsCutOftenIsForgotten() {
    add("b", "f", 2 * DeadRuns.HIDDEN_MIN);
    put("c");
    put("d");
    assertEquals("b-c", runs());
  }

  @Test
  void whatHidesFewestIsForgotten() {
    for (int i = 0; i < DeadRuns.RUNS_MAX + 3; i++) {
      add("key" + (100 + i), "key" + (100 + i) + "x", MANY - i);
    }
    assertEquals(DeadRuns.RUNS_MAX, runs.all().size());
    assertEquals("key100-key100x", text(runs.all().getFirst()));
    add("a", "b", DeadRuns.HIDDEN_MIN - 1);
    assertEquals("key100-key100x", text(runs.all().getFirst()));
  }

  @Test
  void whatWouldTakeMuchMemoryIsNotKept() {
    add("a", "b".repeat(DeadRuns.KEY_BYTES_MAX + 1), MANY);
    add("a".repeat(DeadRuns.KEY_BYTES_MAX + 1), "b", MANY);
    assertSame(DeadRuns.NONE, runs);
  }

  /** Between so many keys there are not more runs than are kept. */
  private static final int MOST_KEYS = DeadRuns.RUNS_MAX - 1;

  @Test
  void behavesAsASetOfKeys() {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    BitSet dead = new BitSet();
    for (int i = 0; i < 10_000; i++) {
      int from = random.nextInt(MOST_KEYS - 5);
      int to = from + 1 + random.nextInt(5);
      if (random.nextInt(3) == 0) {
        runs = runs.with(new DeadRuns.DeadRun(key(from), key(to), 1 << 28));
        dead.set(from, to);
      } else {
        runs = runs.without(key(from));
        dead.clear(from);
      }
      if (i % 16 == 0) {
        findAgain();
      }
      check(dead, random.nextInt(MOST_KEYS));
    }
  }

  /** A run that is cut often is forgotten, unless walks find it again meanwhile. */
  private void findAgain() {
    for (DeadRuns.DeadRun run : runs.all()) {
      runs = runs.with(new DeadRuns.DeadRun(run.from(), run.to(), 1 << 28));
    }
  }

  private void check(BitSet dead, int at) {
    String replay = Trials.replay(DeadRunsTest.class);
    DeadRuns.DeadRun around = runs.around(key(at));
    assertEquals(dead.get(at), around != null, replay);
    if (around != null) {
      assertEquals(dead.nextClearBit(at), around.to()[0] & 0xFF, replay);
      // Behind a key that is alive a run begins with the next key, a zero longer.
      int before = dead.previousClearBit(at);
      int from = around.from().length == 2 ? before : before + 1;
      assertEquals(from, around.from()[0] & 0xFF, replay);
    }
    if (at > 0 && dead.get(at - 1)) {
      assertEquals(runs.around(key(at - 1)), runs.inFrontOf(key(at)), replay);
    }
    if (runs.isEmpty()) {
      assertNull(runs.inFrontOf(key(at)), replay);
    }
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }
}
