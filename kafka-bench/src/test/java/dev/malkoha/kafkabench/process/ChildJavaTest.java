package dev.malkoha.kafkabench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A child process is told, heard, and does not stay behind. */
final class ChildJavaTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path directory = Path.of("");
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  /** Says again what it is told. */
  static final class Echo {

    private Echo() {}

    public static void main(String[] arguments) throws InterruptedException {
      Commands.serve(line -> System.out.println(arguments[0] + line), () -> System.exit(3));
      Thread.currentThread().join();
    }
  }

  private ChildJava start() throws Exception {
    return ChildJava.start(
        Echo.class, ChildJava.SHORT_LIFE, List.of("said "), directory.resolve("log"), heard::add);
  }

  @Test
  void whatItIsToldItAnswersAndItEndsWithItsInput() throws Exception {
    ChildJava child = start();
    child.tell("something");
    Await.until("an answer", LIMIT, child::describe, () -> heard.contains("said something"));

    assertTrue(child.alive());
    assertTrue(child.stop(LIMIT), "it has ended by itself");
    assertEquals(3, child.exitCode());
    child.awaitLines();
  }

  @Test
  void aKilledOneIsGone() throws Exception {
    ChildJava child = start();
    child.kill();

    assertFalse(child.alive());
  }

  @Test
  void waitingInVainSaysHowThingsStand() {
    IllegalStateException failed =
        assertThrows(
            IllegalStateException.class,
            () -> Await.until("rain", Duration.ofMillis(1), () -> "the sky is blue", () -> false));

    assertTrue(failed.toString().contains("rain: the sky is blue"), failed.toString());
  }
}
