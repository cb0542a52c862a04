package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a source tree of its own, with a JDK and a Maven that only say what they get. */
@Tag("process")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
final class LauncherTest {

  private static final String[] MODULES = {
    "filter",
    "storage",
    "wal",
    "sstable",
    "engine",
    "cli",
    "bench",
    "papers",
    "kafka-streams",
    "kafka-bench"
  };

  @TempDir private Path temporary = Path.of("");
  private Path tree = Path.of("");
  private Path tools = Path.of("");
  private Path jdk = Path.of("");

  @BeforeEach
  void makeTree() throws IOException {
    tree = temporary.resolve("a tree");
    for (String module : MODULES) {
      Files.createDirectories(tree.resolve(module).resolve("src/main"));
      Files.createFile(tree.resolve(module).resolve("pom.xml"));
    }
    Files.createFile(tree.resolve("pom.xml"));
    Files.copy(Path.of("..", "malkoha"), tree.resolve("malkoha"));
    tools = Files.createDirectories(temporary.resolve("tools"));
    for (String tool : List.of("dirname", "readlink", "grep", "find", "head", "mkdir", "mv")) {
      script(tools.resolve(tool), "exec " + onPath(tool) + " \"$@\"");
    }
    jdk = temporary.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n", UTF_8);
    script(jdk.resolve("bin/javac"), "exit 0");
    script(jdk.resolve("bin/java"), "for word; do printf '%s\\n' \"$word\"; done; exit 7");
  }

  private static Path onPath(String tool) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n", UTF_8);
    assertTrue(file.toFile().setExecutable(true));
  }

  private void maven(String body) throws IOException {
    script(tools.resolve("mvn"), body);
  }

  private void built() throws IOException {
    for (String module : List.of("cli", "papers")) {
      Path stamp = tree.resolve(module).resolve("target/launcher-built");
      Files.createDirectories(stamp.getParent());
      Files.createFile(stamp);
      Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
    }
  }

  private record Ended(int code, List<String> out, String err) {}

  private Ended launch(Path script, String... arguments) throws Exception {
    return launch(Map.of(), script, arguments);
  }

  private Ended launch(Map<String, String> variables, Path script, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
    command.addAll(List.of(arguments));
    Path out = temporary.resolve("out");
    Path err = temporary.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temporary.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                tools.toString(),
                "JAVA_HOME",
                jdk.toString(),
                "HOME",
                temporary.toString()));
    builder.environment().putAll(variables);
    int code = builder.start().waitFor();
    return new Ended(code, Files.readAllLines(out, UTF_8), Files.readString(err, UTF_8));
  }

  @Test
  void wordsAndExitCodePassUnchanged() throws Exception {
    built();
    String[] words = {"put", "a dir", "", "*", "$HOME", "-Dx=y", "two\twords", "ä"};

    Ended ended = launch(tree.resolve("malkoha"), words);

    assertEquals(7, ended.code(), ended.toString());
    int main = ended.out().indexOf("dev.malkoha.cli.Main");
    assertEquals(List.of(words), ended.out().subList(main + 1, ended.out().size()));
    assertTrue(ended.out().contains("--enable-native-access=ALL-UNNAMED"));
    assertEquals("", ended.err());
  }

  /** In a locale of ASCII, or one that the system does not have, Java loses all other letters. */
  @Test
  void javaGetsALocaleThatHasAllLetters() throws Exception {
    built();
    script(jdk.resolve("bin/java"), "echo $LC_ALL");
    script(tools.resolve("locale"), "case $LC_ALL in de_*) echo UTF-8 ;; *) echo US-ASCII ;; esac");

    for (String locale : List.of("", "C", "POSIX", "xx_YY.UTF-8")) {
      Map<String, String> variables = Map.of("LC_ALL", locale);
      assertEquals(List.of("C.UTF-8"), launch(variables, tree.resolve("malkoha"), "scan").out());
    }
    Map<String, String> known = Map.of("LC_ALL", "de_DE.UTF-8");
    assertEquals(List.of("de_DE.UTF-8"), launch(known, tree.resolve("malkoha"), "scan").out());
    Files.delete(tools.resolve("locale"));
    assertEquals(List.of("de_DE.UTF-8"), launch(known, tree.resolve("malkoha"), "scan").out());
    assertEquals(
        List.of("C.UTF-8"), launch(Map.of("LANG", "C"), tree.resolve("malkoha"), "scan").out());
  }

  @Test
  void linksLeadToTheTree() throws Exception {
    built();
    Path second = Files.createDirectories(temporary.resolve("bin")).resolve("malkoha");
    Files.createSymbolicLink(second, Path.of("../first"));
    Files.createSymbolicLink(temporary.resolve("first"), Path.of("a tree/malkoha"));

    Ended ended = launch(second, "stats", "d");

    assertEquals(classPath("cli"), classPath(ended));
  }

  private static String classPath(Ended ended) {
    return ended.out().get(ended.out().indexOf("-cp") + 1);
  }

  private String classPath(String module) throws IOException {
    String built = tree.toRealPath() + "/" + module + "/target/";
    String libraries = module.equals("cli") ? "" : built + "lib/*:"; // one jar has all
    return libraries + built + "malkoha-" + module + ".jar";
  }

  @Test
  void whatACommandOnAStoreDoesNotNeedIsNotOnItsClassPath() throws Exception {
    built();
    for (String command : new StoreCommands().commands(Invocation.silentTerminal()).keySet()) {
      assertEquals(classPath("cli"), classPath(launch(tree.resolve("malkoha"), command)), command);
    }
    for (String command : List.of("--help", "help", "completion", "", "frobnicate")) {
      assertEquals(classPath("cli"), classPath(launch(tree.resolve("malkoha"), command)), command);
    }
    for (String command : List.of("bench", "compare", "soak", "papers", "filters")) {
      assertEquals(
          classPath("papers"), classPath(launch(tree.resolve("malkoha"), command)), command);
    }
  }

  @Test
  void onlyWhatMeasuresOtherStoresOpensJavasInsides() throws Exception {
    built();
    String option = "--add-opens=java.base/java.nio=ALL-UNNAMED";

    assertTrue(launch(tree.resolve("malkoha"), "bench").out().contains(option));
    assertFalse(launch(tree.resolve("malkoha"), "scan", "d").out().contains(option));
  }

  @Test
  void smallCommandsStartFromTheKeptClasses() throws Exception {
    built();
    Path cache = Files.createFile(tree.resolve("cli/target/malkoha.aot"));
    String option = "-XX:AOTCache=" + cache.toRealPath();

    assertTrue(launch(tree.resolve("malkoha"), "get", "d", "k").out().contains(option));
    assertFalse(launch(tree.resolve("malkoha"), "scan", "d").out().contains(option));
    assertFalse(launch(tree.resolve("malkoha"), "--help").out().contains(option));
    Files.delete(cache);
    assertFalse(launch(tree.resolve("malkoha"), "get", "d", "k").out().contains(option));
  }

  @Test
  void theFirstUseBuildsAndTheSecondDoesNot() throws Exception {
    maven("echo \"$JAVA25_HOME\" \"$@\" >>\"$HOME/built\"");

    Ended first = launch(tree.resolve("malkoha"), "stats", "d");
    Ended second = launch(tree.resolve("malkoha"), "stats", "d");

    assertTrue(first.err().contains("building (first use"), first.err());
    assertEquals("", second.err());
    List<String> builds = Files.readAllLines(temporary.resolve("built"), UTF_8);
    assertEquals(1, builds.size());
    assertTrue(builds.get(0).startsWith(jdk + " "), builds.get(0));
    assertTrue(builds.get(0).endsWith(" package"), builds.get(0));
  }

  @Test
  void whatMeasuresIsBuiltForItsOwnCommandsOnly() throws Exception {
    maven("echo \"$@\" >>\"$HOME/built\"");

    launch(tree.resolve("malkoha"), "stats", "d");
    Ended kafka = launch(tree.resolve("malkoha"), "kafka", "--quick");
    launch(tree.resolve("malkoha"), "bench");
    Path source = Files.createFile(tree.resolve("kafka-bench/src/main/Changed.java"));
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(120)));
    launch(tree.resolve("malkoha"), "stats", "d");

    assertEquals(classPath("kafka-bench"), classPath(kafka));
    List<String> builds = Files.readAllLines(temporary.resolve("built"), UTF_8);
    assertEquals(3, builds.size(), builds.toString());
    assertTrue(builds.get(0).contains("-pl cli -am"), builds.get(0));
    assertTrue(builds.get(1).contains("-pl kafka-bench -am"), builds.get(1));
    assertTrue(builds.get(2).contains("-pl papers -am"), builds.get(2));
  }

  @Test
  void aChangedSourceIsBuiltAgain() throws Exception {
    maven("echo built >>\"$HOME/built\"");
    built();
    Path source = Files.createFile(tree.resolve("wal/src/main/Changed.java"));
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(120)));

    Ended ended = launch(tree.resolve("malkoha"), "stats", "d");

    assertTrue(ended.err().contains("sources have changed"), ended.err());
    assertEquals(1, Files.readAllLines(temporary.resolve("built"), UTF_8).size());
  }

  @Test
  void aBuildThatFailsIsNotTakenForOne() throws Exception {
    maven("echo 'no such thing' >&2; exit 1");

    Ended ended = launch(tree.resolve("malkoha"), "stats", "d");

    assertEquals(5, ended.code());
    assertEquals(List.of(), ended.out());
    assertTrue(ended.err().contains("no such thing"), ended.err());
    assertTrue(ended.err().contains("the build failed"), ended.err());
    assertFalse(Files.exists(tree.resolve("cli/target/launcher-built")));
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Ended ended = launch(tree.resolve("malkoha"), "stats", "d");

    assertEquals(5, ended.code());
    assertTrue(ended.err().contains("install it"), ended.err());
  }

  @Test
  void anotherJavaInJavaHomeIsNotUsed() throws Exception {
    built();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n", UTF_8);
    Path right = temporary.resolve(".jdks/temurin-25");
    Files.createDirectories(right.resolve("bin"));
    Files.writeString(right.resolve("release"), "JAVA_VERSION=\"25\"\n", UTF_8);
    script(right.resolve("bin/javac"), "exit 0");
    script(right.resolve("bin/java"), "echo right");

    assertEquals(List.of("right"), launch(tree.resolve("malkoha"), "stats", "d").out());
  }
}
