package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.tools.SalvageOptions;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/options.md names every option there is, with the default that it has. */
final class OptionsPageTest {

  private static final String PART_OF_HEAP = "an eighth of the heap, 64 MiB at most";

  /** The rows of one class's table: the second cell by the first. */
  private static Map<String, String> rows(Class<?> options) throws IOException {
    String page = Files.readString(Path.of("../docs/options.md"), UTF_8);
    String table =
        ShownExample.between(page, "<!-- " + options.getSimpleName() + " -->\n", "<!-- end -->");
    Map<String, String> rows = new LinkedHashMap<>();
    for (String line : table.lines().skip(2).toList()) {
      List<String> cells = Arrays.asList(line.split(" *\\| *", -1));
      rows.put(cells.get(1).replace("`", ""), cells.get(2).replace("`", ""));
    }
    return rows;
  }

  /** The names of what is public in a class, but for what every builder has, and getters. */
  private static Set<String> names(Class<?> type) {
    Set<String> common =
        Stream.concat(
                Stream.of("build", "equals", "hashCode", "toString", "lambda"),
                type.getEnclosingClass() == null
                    ? Arrays.stream(type.getDeclaredFields()).map(Field::getName)
                    : Stream.of())
            .collect(Collectors.toSet());
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(Method::getName)
        .filter(name -> !common.contains(name))
        .collect(Collectors.toSet());
  }

  @Test
  void thePageNamesEveryOption() throws IOException {
    Set<String> ofStore = names(DbOptions.Builder.class);
    assertEquals(ofStore, rows(DbOptions.class).keySet());
    assertEquals(names(KeyspaceOptions.Settings.class), rows(KeyspaceOptions.class).keySet());
    assertEquals(names(SharedResources.Builder.class), rows(SharedResources.class).keySet());
    for (Class<?> ofOneCall :
        List.of(
            ScanOptions.class,
            IngestOptions.class,
            CheckpointOptions.class,
            SalvageOptions.class)) {
      assertEquals(names(ofOneCall), rows(ofOneCall).keySet());
    }
  }

  /** A default as options print it, in plain bytes. */
  private static String plain(String shown) {
    String text = shown.replace(",", "");
    if (shown.equals(PART_OF_HEAP)) {
      return Long.toString(Limits.DEFAULT_PART);
    }
    for (Map.Entry<String, Integer> unit : Map.of(" KiB", 10, " MiB", 20).entrySet()) {
      if (text.endsWith(unit.getKey())) {
        String number = text.substring(0, text.length() - unit.getKey().length());
        return Long.toString(Long.parseLong(number) << unit.getValue());
      }
    }
    return text;
  }

  @Test
  void thePageTellsTheDefaults() throws IOException {
    Map<String, String> real = new HashMap<>();
    for (String pair : DbOptions.defaults().toString().split(" ", -1)) {
      real.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    Map<String, String> shown = new HashMap<>(rows(KeyspaceOptions.class));
    shown.putAll(rows(DbOptions.class));
    Set<String> notStored =
        Set.of(
            "defaultKeyspace",
            "keyspace",
            "recordLatencies",
            "scrubBytesPerSecond",
            "listener",
            "openAtLastMark",
            "resources",
            "mergeFunction",
            "compactionFilter");
    Set<String> stored = new HashSet<>(shown.keySet());
    stored.removeAll(notStored);
    assertEquals(real.keySet(), stored);
    real.forEach((name, value) -> assertEquals(value, plain(shown.getOrDefault(name, "")), name));
    assertEquals(
        Boolean.toString(DbOptions.defaults().recordLatencies()), shown.get("recordLatencies"));
    assertEquals(
        Boolean.toString(DbOptions.defaults().openAtLastMark()), shown.get("openAtLastMark"));
    assertEquals(
        Long.toString(DbOptions.defaults().scrubBytesPerSecond()),
        shown.get("scrubBytesPerSecond"));
  }

  /** What the default filter takes is one figure, wherever it is told. */
  @Test
  void everyPageTellsTheSameBitsAKey() throws IOException {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    long[] hashes = random.longs(100_000).toArray();
    int bytes = KeyspaceOptions.defaults().filter().build(hashes, hashes.length, 1).length;
    String measured =
        String.format(Locale.ROOT, "%.1f", Byte.SIZE * (double) bytes / hashes.length);
    // 10 are those of Bloom filters, 12.6 those of the policy whose memory perLevel spends
    Set<String> told = Set.of(measured, "12.6", "10", "10.0");
    List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md")));
    try (Stream<Path> docs = Files.list(Path.of("../docs"));
        Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
      sources.filter(page -> page.toString().endsWith(".java")).forEach(pages::add);
    }
    Pattern bits = Pattern.compile("([0-9.]+)[\\s*]+bits[\\s*]+a[\\s*]+key");
    for (Path page : pages) {
      Matcher found = bits.matcher(Files.readString(page, UTF_8));
      while (found.find()) {
        assertTrue(told.contains(found.group(1)), page + ": " + found.group());
      }
    }
  }

  @Test
  void thePageTellsTheDefaultsOfSharedResources() throws IOException {
    Map<String, String> shown = rows(SharedResources.class);
    long cache = Long.parseLong(plain(shown.getOrDefault("blockCacheBytes", "")));
    long memTables = Long.parseLong(plain(shown.getOrDefault("memTableBytes", "")));
    try (SharedResources defaults = SharedResources.builder().build()) {
      assertEquals(Integer.toString(defaults.backgroundThreads()), shown.get("backgroundThreads"));
      assertEquals(defaults.memoryBytesMax(), cache + memTables);
    }
  }
}
