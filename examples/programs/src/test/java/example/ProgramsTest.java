package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs do what they say, each also as it is run from the command line. */
final class ProgramsTest {

  @TempDir private Path folder;

  private interface Program {
    void main(String[] arguments) throws Exception;
  }

  private String output(Program program) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setOut(new PrintStream(told, true, UTF_8));
    try {
      program.main(new String[] {folder.resolve("store").toString()});
    } finally {
      System.setOut(before);
    }
    return told.toString(UTF_8);
  }

  @Test
  void theQueueDoesEachJobOnce() throws Exception {
    String told = output(JobQueue::main);

    assertTrue(told.startsWith("10000 jobs done, 0 left, in "), told);
  }

  @Test
  void aJobThatWasNotFinishedIsTheFirstAgain() {
    try (Db db = Db.open(folder)) {
      JobQueue queue = new JobQueue(db);
      IntStream.range(0, 300).forEach(i -> queue.add("job " + i));
      queue.finish(queue.take().orElseThrow());
      assertEquals(new JobQueue.Job(2, "job 1"), queue.take().orElseThrow());
    }
    try (Db db = Db.open(folder)) {
      JobQueue queue = new JobQueue(db);
      assertEquals(299, queue.size());
      List<String> left =
          IntStream.range(0, 299).mapToObj(i -> queue.take().orElseThrow().text()).toList();
      assertEquals(IntStream.range(1, 300).mapToObj(i -> "job " + i).toList(), left);
      assertEquals(Optional.empty(), queue.take());
    }
  }

  @Test
  void theCountersOfPagesAddUp() throws Exception {
    String told = output(Counters::main);

    assertTrue(told.startsWith("10000 views: {page0="), told);
    try (Db db = Db.open(folder.resolve("store"))) {
      Map<String, Long> pages = new Counters(db).pages("monday");
      assertEquals(10, pages.size());
      assertEquals(10_000, pages.values().stream().mapToLong(Long::longValue).sum());
    }
  }

  @Test
  void theFrontierVisitsMany() throws Exception {
    String told = output(Frontier::main);

    assertTrue(told.startsWith("20000 pages visited, "), told);
  }

  @Test
  void theFrontierTakesEachAddressOnceAndByPriority() {
    try (Db db = Db.inMemory()) {
      Frontier frontier = new Frontier(db);
      assertTrue(frontier.add(200, "b"));
      assertTrue(frontier.add(3, "c"));
      assertTrue(frontier.add(200, "a"));
      assertFalse(frontier.add(0, "b"));

      assertEquals(List.of("c", "a", "b"), taken(frontier));
      assertFalse(frontier.add(0, "c"));
      assertEquals(List.of(), taken(frontier));
    }
  }

  private static List<String> taken(Frontier frontier) {
    return Stream.generate(frontier::next)
        .takeWhile(Optional::isPresent)
        .map(Optional::get)
        .toList();
  }
}
