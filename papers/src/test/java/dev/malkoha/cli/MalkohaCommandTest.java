package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The command as a whole: help, mistakes, and the measuring commands from end to end. */
final class MalkohaCommandTest {

  @Test
  void helpNamesEveryCommandAndExitCode() {
    Invocation help = Invocation.of("--help");

    assertEquals(0, help.code);
    for (String command :
        List.of(
            "compare",
            "bench",
            "filters",
            "papers",
            "put",
            "get",
            "delete",
            "deleterange",
            "scan",
            "load",
            "stats",
            "explain",
            "verify",
            "compact",
            "dump")) {
      assertTrue(help.out.contains("\n  " + command + " "), command);
      Invocation own = Invocation.of(command, "--help");
      assertEquals(0, own.code, command);
      assertTrue(own.out.startsWith("Usage: malkoha " + command), own.out);
    }
    assertTrue(Invocation.of("explain", "--help").out.contains("\n  get "));
    Invocation explainGet = Invocation.of("explain", "get", "--help");
    assertEquals(0, explainGet.code);
    assertTrue(explainGet.out.startsWith("Usage: malkoha explain get"), explainGet.out);
    for (int code = 0; code <= 6; code++) {
      assertTrue(help.out.contains("\n  " + code + "  "), "exit code " + code);
    }
  }

  private static void collect(CommandLine line, List<CommandLine> all) {
    all.add(line);
    line.getSubcommands().values().forEach(below -> collect(below, all));
  }

  /** Every command, as whoever looks for help meets it. */
  private static List<CommandLine> everyCommand() {
    List<CommandLine> all = new ArrayList<>();
    collect(MalkohaCommand.line(Invocation.silentTerminal()), all);
    return all;
  }

  /** What is not a command on a store is built before it is used: the launcher has to know it. */
  @Test
  void theLauncherKnowsWhatMeasures() throws IOException {
    String launcher = Files.readString(Path.of("..", "malkoha"), UTF_8);
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      for (String name : provider.commands(Invocation.silentTerminal()).keySet()) {
        assertTrue(
            launcher.matches(
                "(?s).*[ |]" + name + "( \\| [a-z |]+)?\\) part=(papers|kafka-bench) .*"),
            name);
      }
    }
  }

  /** A list of commands shows only the first line of what a command says of itself. */
  @Test
  void theFirstLineOfEachDescriptionIsASentence() {
    for (CommandLine line : everyCommand()) {
      String first = line.getCommandSpec().usageMessage().description()[0];
      assertTrue(first.endsWith("."), line.getCommandName() + ": " + first);
    }
  }

  /** What was broken by hand is broken again by picocli: lines of one word in mid-sentence. */
  @Test
  void helpFitsEightyColumnsAndBreaksOnlyWhereItMust() {
    for (CommandLine line : everyCommand()) {
      String help = line.getUsageMessage();
      assertTrue(help.lines().allMatch(shown -> shown.length() <= 80), help);
      for (String paragraph : line.getCommandSpec().usageMessage().description()) {
        char last = paragraph.charAt(paragraph.length() - 1);
        boolean example = paragraph.contains(": ");
        assertTrue(last == '.' || example, line.getCommandName() + ": " + paragraph);
      }
    }
  }

  @Test
  void everyOptionAndParameterIsDescribed() {
    for (CommandLine line : everyCommand()) {
      for (ArgSpec argument : line.getCommandSpec().args()) {
        String what = line.getCommandName() + " " + argument.paramLabel();
        assertTrue(argument.description().length > 0, what);
        assertTrue(argument.description()[0].endsWith("."), what);
      }
    }
  }

  @Test
  void mistakesExitWithTwoAndSayWhatToDo() {
    assertEquals(2, Invocation.of().code);
    assertEquals(2, Invocation.of("frobnicate").code);
    assertEquals(2, Invocation.of("get").code);
    assertEquals(2, Invocation.of("explain").code);
    assertEquals(2, Invocation.of("explain", "get").code);
    assertTrue(Invocation.of("get").err.contains("DIR"));
    assertTrue(Invocation.of("bench", "--stores", "leveldb").err.contains("malkoha-bloom"));
    assertTrue(Invocation.of("bench", "--workloads", "fill").err.contains("readmissing"));
    assertEquals(2, Invocation.of("bench", "--entries", "0").code);
    assertEquals(2, Invocation.of("compare", "--rounds", "0").code);
    assertEquals(2, Invocation.of("compare", "--cache-mb", "0").code);
    Invocation workload = Invocation.of("compare", "--workload", "writes");
    assertEquals(2, workload.code, workload.toString());
    assertTrue(workload.err.contains("no workload 'writes'; choose from reads, deletes"));
    Invocation page = Invocation.of("compare", "--workload", "deletes", "--report", "r");
    assertEquals(2, page.code, page.toString());
    assertTrue(page.err.contains("--json"), page.err);
    assertEquals(2, Invocation.of("compare", "--workload=deletes", "--entries=9").code);
    Invocation unknown = Invocation.of("papers", "--only", "table3,figure9");
    assertEquals(2, unknown.code, unknown.toString());
    assertTrue(unknown.err.contains("'figure9'; there are table2, table3, figure2, "), unknown.err);
    assertTrue(unknown.err.contains("figure8, login"), unknown.err);
    assertTrue(Invocation.of("filters", "--only", "cuckoo").err.contains("cuckoo-12"));
    assertEquals(2, Invocation.of("filters", "--keys", "10").code);
    assertEquals(2, Invocation.of("filters", "--rounds", "0").code);
  }

  @Test
  void compareOnAFileWritesTableJsonAndPage(@TempDir Path parent) throws IOException {
    StringBuilder lines = new StringBuilder("no tab\n");
    for (int i = 0; i < 500; i++) {
      lines.append("key").append(i).append("\tvalue ").append(i).append('\n');
    }
    Path input = parent.resolve("in.tsv");
    Files.writeString(input, lines, UTF_8);
    Path json = parent.resolve("out.json");
    Path report = parent.resolve("deep/report");

    Invocation run =
        Invocation.of(
            "compare",
            "--input=" + input,
            "--rounds=1",
            "--stores=malkoha,rocksdb",
            "--dir=" + parent,
            "--json=" + json,
            "--report=" + report);

    assertEquals(0, run.code, run.toString());
    assertTrue(run.err.contains("line 1: no tab"), run.toString());
    assertTrue(run.out.contains("500 entries with distinct keys"), run.toString());
    assertTrue(run.out.contains("\nmisses "), run.toString());
    assertTrue(Files.readString(json, UTF_8).contains("\"falsePositiveRate\""));
    String page = Files.readString(report.resolve("index.html"), UTF_8);
    assertTrue(page.contains("compare --input="), "the command is not noted");
    assertFalse(page.contains("malkoha-bloom</b>"), "a store that did not take part");
  }

  @Test
  void compareOnDeletesPrintsTablesAndWritesJson(@TempDir Path parent) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      lines.append("key").append(i).append("\tvalue ").append(i).append('\n');
    }
    Path json = parent.resolve("out.json");

    Invocation run =
        Invocation.withInput(
            lines.toString(),
            "compare",
            "--workload=deletes",
            "--input=-",
            "--rounds=1",
            "--entries=1000",
            "--stores=malkoha,rocksdb",
            "--dir=" + parent,
            "--json=" + json);

    assertEquals(0, run.code, run.toString());
    assertTrue(run.out.contains("Half deleted as a queue"), run.out);
    assertTrue(run.out.contains("What it costs"), run.out);
    String written = Files.readString(json, UTF_8);
    assertTrue(written.contains("\"state\": \"live-only\""), written);
    assertTrue(written.contains("\"rocksdb deletes\": \"tables compacted"), written);
  }

  @Test
  void compareSaysThatAnInputCannotBeRead(@TempDir Path parent) {
    Invocation run = Invocation.of("compare", "--input=" + parent + "/nowhere.tsv");

    assertEquals(2, run.code, run.toString());
    assertTrue(run.err.contains("/nowhere.tsv ("), run.err);
    assertEquals("", run.out, run.toString());
  }

  @Test
  void compareSaysThatAnInputHoldsNothing(@TempDir Path parent) {
    Invocation run = Invocation.withInput("nothing\n", "compare", "--input=-", "--dir=" + parent);

    assertEquals(2, run.code, run.toString());
    assertTrue(run.err.contains("holds no entry (1 malformed line read as TSV)"), run.err);
  }

  @Test
  void benchPrintsATableAndWritesJsonAndPage(@TempDir Path parent) throws IOException {
    Path json = parent.resolve("out.json");
    Path report = parent.resolve("deep/page");

    Invocation run =
        Invocation.of(
            "bench",
            "--entries=1000",
            "--rounds=1",
            "--threads=2",
            "--workloads=readmissing,fillseq",
            "--stores=malkoha,rocksdb",
            "--dir=" + parent,
            "--json=" + json,
            "--report=" + report);

    assertEquals(0, run.code, run.toString());
    assertTrue(run.out.contains("fillseq"), run.toString());
    String page = Files.readString(report.resolve("index.html"), UTF_8);
    assertTrue(page.contains("bench --entries=1000"), "the command is not noted");
    assertTrue(Files.readString(json, UTF_8).contains("\"workload\": \"readmissing\""));
  }

  @Test
  void papersWritesTablesPlotsAndOnePage(@TempDir Path parent) throws IOException {
    Path out = parent.resolve("deep/papers");

    Invocation run =
        Invocation.of("papers", "--quick", "--only=table2,figure3", "--seed=7", "--out=" + out);

    assertEquals(0, run.code, run.toString());
    assertTrue(run.out.contains("seed: 7\n"), run.out);
    assertTrue(run.out.contains("\nTable 2: Space and memory references"), run.out);
    assertTrue(run.out.contains("\nFigure 3: Bits per item"), run.out);
    assertTrue(Files.readString(out.resolve("table2.csv"), UTF_8).startsWith("system,targetRate,"));
    assertTrue(Files.size(out.resolve("figure3.png")) > 10_000);
    String page = Files.readString(out.resolve("papers.md"), UTF_8);
    assertTrue(page.contains("./malkoha papers --quick"), page);
    assertTrue(page.contains("](figure3.png)"), page);
    assertFalse(page.contains("Table 3"), page);
  }

  @Test
  void filtersPrintsATableAndWritesJson(@TempDir Path parent) throws IOException {
    // The harness lets one measurement run at a time; a test need not wait for another.
    System.setProperty("jmh.ignoreLock", "true");
    Path json = parent.resolve("out.json");

    Invocation run =
        Invocation.of(
            "filters",
            "--quick",
            "--keys=1000",
            "--only=cuckoo-12",
            "--java-option=-Xshare:auto",
            "--json=" + json);

    assertEquals(0, run.code, run.toString());
    assertTrue(run.err.contains("round 1 of 1"), run.toString());
    assertTrue(run.out.contains("\ncuckoo-12"), run.toString());
    String written = Files.readString(json, UTF_8);
    assertTrue(written.contains("\"falsePositiveRate\""), written);
    assertTrue(written.contains("-Xshare:auto"), written);
    assertTrue(written.contains("\"build\": ["), "no process could be started: " + written);
  }
}
