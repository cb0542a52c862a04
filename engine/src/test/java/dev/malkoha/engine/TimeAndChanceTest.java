package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Time and chance come from outside, so that a random test is a function of its seed. */
class TimeAndChanceTest {

  private static final List<String> MODULES =
      List.of("codec", "filter", "storage", "wal", "sstable", "engine", "tools");

  private static final Pattern MACHINES =
      Pattern.compile(
          "System[.:]+currentTimeMillis|System[.:]+nanoTime|Math[.:]+random|new Random\\(|"
              + "ThreadLocal[R]andom|SecureRandom|Instant[.:]+now|UUID[.:]+randomUUID|"
              + "Thread[.:]+sleep");

  private static final String MEASURED = "is told, and nothing is decided by it";

  /** What may ask the machine, and why. */
  private static final Map<String, String> MAY =
      Map.ofEntries(
          Map.entry("engine/commit/CommitBackoff", MEASURED),
          Map.entry("engine/facade/Retries", "the length of a pause, which no answer depends on"),
          Map.entry("engine/observe/Observer", MEASURED),
          Map.entry("engine/resource/Clock", "the door of the time and of random bits"),
          Map.entry("engine/store/StoreWriter", MEASURED),
          Map.entry("engine/tree/Tree", MEASURED),
          Map.entry("storage/PageCacheGauge", "whether reads are slow: how, not what, is read"),
          Map.entry("storage/PositionedReads", "the same"),
          Map.entry("storage/ReadMapping", "the same"),
          Map.entry("wal/Log", MEASURED),
          Map.entry("wal/LogEnvironment", "random bits for who opens a log without any"));

  /** In a random test these would be a seed that nobody knows, or a guess at how long is enough. */
  private static final Pattern UNKNOWN =
      Pattern.compile(
          "\"malkoha\\.seed\", *System[.:]+|Random\\(System[.:]+|new Random\\(\\)|"
              + "new SplittableRandom\\(\\)|new SecureRandom\\(|Math[.:]+random|"
              + "ThreadLocal[R]andom|Thread[.:]+sleep\\((?!0\\))");

  private static final Pattern IS_RANDOM =
      Pattern.compile("SplittableRandom|\\bTrials\\b|Random\\(");

  /** Measurements that somebody runs by hand. */
  private static final Set<String> BY_HAND =
      Set.of("engine/checkpoint/CheckpointProbe", "engine/share/IdleStoresProbe");

  @Test
  void nobodyAsksTheMachineButWhoIsInTheList() throws IOException {
    Map<String, String> using = using(MACHINES, "main");
    assertEquals(new TreeSet<>(MAY.keySet()), using.keySet());
    String gauge = String.valueOf(using.get("storage/PageCacheGauge"));
    assertEquals(1, MACHINES.matcher(gauge).results().count(), "of its device reads alone");
  }

  @Test
  void randomTestsHaveASeedAndDoNotSleep() throws IOException {
    Map<String, String> found = using(UNKNOWN, "test");
    found.keySet().removeAll(BY_HAND);
    found.values().removeIf(text -> !IS_RANDOM.matcher(text).find());
    assertEquals(Set.of(), found.keySet());
  }

  /** The text of each file in which a pattern is found, by the file's place. */
  private static Map<String, String> using(Pattern pattern, String part) throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String module : MODULES) {
      Path root = Path.of("..", module, "src", part, "java", "dev", "malkoha");
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String text = Files.readString(file);
          Matcher matcher = pattern.matcher(text);
          if (matcher.find()) {
            String name = root.relativize(file).toString().replace('\\', '/');
            found.put(name.replace(".java", ""), text);
          }
        }
      }
    }
    return found;
  }
}
