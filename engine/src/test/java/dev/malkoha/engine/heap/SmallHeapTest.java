package dev.malkoha.engine.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes with small heaps, slow and throwing callers, and much of one thing: what a store may
 * take of the heap is held, and too little of it is told before anything is lost.
 *
 * <p>{@code -Dmalkoha.heaps=NAME} runs one; the full share all.
 */
@Tag("process")
class SmallHeapTest {

  private static final String WHICH = System.getProperty("malkoha.heaps", "");
  private static final long SECONDS_MAX = 600;

  @TempDir private Path directory;

  static Stream<HeapCase> cases() {
    return Arrays.stream(HeapCase.values())
        .filter(
            one ->
                WHICH.isEmpty() ? Trials.isWhole() || one.isInBuild() : WHICH.equals(one.name()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void suffices(HeapCase one) throws IOException, InterruptedException {
    Path output = directory.resolve("said");
    Process child =
        new ProcessBuilder(command(one))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = child.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
    child.destroyForcibly().waitFor();
    String said = Files.readString(output);
    System.out.println(one + ":\n" + said);
    assertEquals("fine", ended ? said.lines().toList().getLast() : "it did not end", said);
  }

  private List<String> command(HeapCase one) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + one.mebibytes() + "m",
        "-XX:+UseG1GC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.util.logging.config.file=none",
        "-cp",
        System.getProperty("java.class.path"),
        HeapCase.class.getName(),
        one.name(),
        directory.resolve("store").toString());
  }
}
