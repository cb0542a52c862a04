package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many descriptors reads at positions may have in this process: a part of its limit. */
final class Descriptors {

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String OPEN_FILES = "Max open files";

  /** The limit that is assumed if the system does not tell one. */
  private static final long USUAL_LIMIT = 1024;

  /** Descriptors that are kept open. */
  static final int MOST_KEPT = mostKept();

  /** Descriptors that may be open at a time, while reads run side by side. */
  static final int MOST_OPEN = 2 * MOST_KEPT;

  private Descriptors() {}

  private static int mostKept() {
    try (Stream<String> lines = Files.lines(LIMITS)) {
      return mostKept(lines);
    } catch (IOException | RuntimeException e) { // another system
      return mostKept(Stream.empty());
    }
  }

  /** An eighth of the limit, but no more than 512. */
  static int mostKept(Stream<String> limits) {
    long limit =
        limits
            .filter(line -> line.startsWith(OPEN_FILES))
            .mapToLong(line -> limit(line.substring(OPEN_FILES.length()).strip()))
            .findFirst()
            .orElse(USUAL_LIMIT);
    return (int) Math.min(512, limit / 8);
  }

  private static long limit(String columns) {
    String soft = columns.substring(0, columns.indexOf(' '));
    return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
  }
}
