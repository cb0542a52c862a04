package dev.malkoha.engine.range;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeadRunsTest {

  private final DeadRuns runs = new DeadRuns();

  private void add(String from, String to, long sequence) {
    runs.add(from.getBytes(UTF_8), to.getBytes(UTF_8), sequence);
  }

  private List<Long> sequences() {
    return runs.found().all().stream().map(RangeTombstone::sequence).toList();
  }

  @Test
  void aNewerRunReplacesThoseInsideIt() {
    add("b", "c", 1);
    add("d", "e", 2);
    add("x", "y", 3);
    add("a", "e", 4);
    assertEquals(List.of(3L, 4L), sequences());
  }

  @Test
  void anOlderReadersRunReplacesNoNewerOne() {
    add("b", "c", 5);
    add("a", "d", 4);
    assertEquals(List.of(4L, 5L), sequences());
  }

  @Test
  void theOldestAreForgotten() {
    for (int i = 0; i < DeadRuns.RUNS_MAX + 3; i++) {
      add("key" + (100 + i), "key" + (100 + i) + "x", 10 + i);
    }
    assertEquals(DeadRuns.RUNS_MAX, sequences().size());
    assertEquals(13L, sequences().getFirst());
  }

  @Test
  void whatWouldTakeMuchMemoryIsNotKept() {
    add("a", "b".repeat(DeadRuns.KEY_BYTES_MAX + 1), 1);
    add("a".repeat(DeadRuns.KEY_BYTES_MAX + 1), "b", 1);
    assertTrue(runs.found().isEmpty());
  }
}
