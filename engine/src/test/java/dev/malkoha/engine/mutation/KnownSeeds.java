package dev.malkoha.engine.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * Where bugs were found before: a search begins with the history that has shown the bug once, and
 * goes through others only where that does not show it any more, as after a change of the
 * histories.
 *
 * <p>With {@code -Dmalkoha.seeds=FILE} what searches find is added to a file, to be kept as {@code
 * bug-seeds.properties}.
 */
final class KnownSeeds {

  private static final String KEPT = "/bug-seeds.properties";
  private static final String FOUND = System.getProperty("malkoha.seeds", "");
  private static final Properties SEEDS = read();

  private KnownSeeds() {}

  private static Properties read() {
    Properties seeds = new Properties();
    try (InputStream kept = KnownSeeds.class.getResourceAsStream(KEPT)) {
      if (kept == null) {
        throw new IllegalStateException("there is no " + KEPT);
      }
      seeds.load(kept);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return seeds;
  }

  /** The seed of the history that has shown a bug; empty if none is known. */
  static OptionalLong of(Enum<?> bug) {
    String seed = SEEDS.getProperty(key(bug));
    return seed == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(seed));
  }

  /** A search has found a bug. */
  static void found(Enum<?> bug, long seed) throws IOException {
    if (!FOUND.isEmpty()) {
      Files.writeString(
          Path.of(FOUND),
          key(bug) + "=" + seed + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private static String key(Enum<?> bug) {
    return bug.getDeclaringClass().getSimpleName() + "." + bug.name();
  }
}
