package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine's packages in layers: each uses only those below it, and none grows too large. */
class LayersTest {

  /** From top to bottom, as ARCHITECTURE.md draws them. */
  private static final String LAYERS =
      """
      tools     toolkit
      facade    facade
      features  opening ─► store ─► follow ─► checkpoint ─► ingest ─► transaction
      core      recovery ─► jobs ─► commit ─► background ─► mark ─► tree ─► deletion ─► compaction ─► read
                ─► version ─► memtable ─► entry ─► range ─► resource ─► observe
      API       root ─► events ─► base
      """;

  private static final List<String> PACKAGES =
      LAYERS
          .lines()
          .flatMap(line -> Stream.of(line.substring(10).split("[ ─►]+")))
          .filter(name -> !name.isEmpty())
          .toList();

  private static final String ROOT = "root";
  private static final String FACADE = "facade";

  /** The module of tools alone uses it. */
  private static final String TOOLKIT = "toolkit";

  /** Packages that one large package was cut into, with the most files that each may have. */
  private static final Set<String> CUT_FROM_STORE =
      Set.of(
          "opening",
          "store",
          "follow",
          "checkpoint",
          "ingest",
          "transaction",
          "recovery",
          "jobs",
          "commit",
          "background",
          "tree");

  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "malkoha", "engine");
  private static final Pattern USED = Pattern.compile("dev\\.malkoha\\.engine\\.(\\w+)");

  private static final int FILES_MAX = 28;
  private static final int FILES_MAX_OF_A_CUT = 16;
  private static final String INFO = "package-info.java";

  @Test
  void noFileUsesAPackageAboveItsOwn() throws IOException {
    List<String> upward = new ArrayList<>();
    for (Path file : files()) {
      if (!isRoot(file)) {
        above(file).forEach(used -> upward.add(file + " uses " + used));
      }
    }
    assertEquals(List.of(), upward);
  }

  /** Static factories do, of one line each, and the list of what implements an interface. */
  @Test
  void theRootUsesNothingAboveItButTheFacade() throws IOException {
    Set<String> upward = new TreeSet<>();
    for (Path file : files()) {
      if (isRoot(file)) {
        upward.addAll(above(file));
      }
    }
    assertEquals(Set.of(FACADE), upward);
  }

  @Test
  void nobodyButTheRootAndTheToolkitUsesTheFacade() throws IOException {
    List<String> users = new ArrayList<>();
    for (Path file : files()) {
      String facade = "dev.malkoha.engine." + FACADE + ".";
      if (!isRoot(file)
          && !packageOf(file).equals(TOOLKIT)
          && Files.readString(file).contains("import " + facade)) {
        users.add(file.toString());
      }
    }
    assertEquals(List.of(), users);
  }

  @Test
  void allPackagesAreInTheList() throws IOException {
    Set<String> found = new TreeSet<>();
    files().forEach(file -> found.add(packageOf(file)));
    assertEquals(new TreeSet<>(PACKAGES), found);
  }

  @Test
  void noPackageHasTooManyFiles() throws IOException {
    List<String> large = new ArrayList<>();
    for (String name : PACKAGES) {
      long files = files().stream().filter(file -> packageOf(file).equals(name)).count() - 1;
      if (files > (CUT_FROM_STORE.contains(name) ? FILES_MAX_OF_A_CUT : FILES_MAX)) {
        large.add(name + " has " + files + " files");
      }
    }
    large.removeIf(line -> line.startsWith(ROOT + " "));
    assertEquals(List.of(), large);
  }

  @Test
  void eachPackageSaysInThreeSentencesWhatItHoldsUsesAndServes() throws IOException {
    for (String name : PACKAGES) {
      Path info = (name.equals(ROOT) ? SOURCES : SOURCES.resolve(name)).resolve(INFO);
      String text = Files.readString(info);
      assertEquals(3, text.split("\\.\\s").length - 1, info.toString());
    }
  }

  @Test
  void architectureDrawsTheSameList() throws IOException {
    String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
    assertTrue(page.contains("```\n" + LAYERS + "```\n"), "ARCHITECTURE.md has another drawing");
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      return all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static boolean isRoot(Path file) {
    return packageOf(file).equals(ROOT);
  }

  private static String packageOf(Path file) {
    Path under = SOURCES.relativize(file).getParent();
    return under == null ? ROOT : under.toString().replace('\\', '/');
  }

  /** The packages above its own that a file names, in an import or elsewhere. */
  private static Set<String> above(Path file) throws IOException {
    Set<String> above = new TreeSet<>();
    int own = PACKAGES.indexOf(packageOf(file));
    Matcher used = USED.matcher(Files.readString(file).replaceFirst("(?m)^package .*;$", ""));
    while (used.find()) {
      boolean isClass = Character.isUpperCase(used.group(1).charAt(0));
      String name = isClass ? ROOT : used.group(1);
      if (PACKAGES.indexOf(name) < own) {
        above.add(name);
      }
    }
    return above;
  }
}
