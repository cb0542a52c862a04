package dev.malkoha.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of Jazzer over a target, in a process of its own with a small heap. What breaks the
 * target is put into its corpus; what else is of interest stays in the working folder and is gone
 * on with.
 */
final class FuzzRun {

  private static final String FUZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final String INSTRUMENTED =
      "dev.malkoha.wal.**:dev.malkoha.sstable.**:dev.malkoha.filter.**:dev.malkoha.engine.**";

  /**
   * The time of one input; ample, for the first one is slow. {@link Limits} is stricter where it
   * can be.
   */
  private static final int TIMEOUT_SECONDS = 60;

  private static final int MOST_FINDINGS = 5;
  private static final int LONGEST_INPUT = 16 << 10;
  private static final Pattern COVERED = Pattern.compile("cov: (\\d+)");
  private static final Pattern EXECUTIONS =
      Pattern.compile("stat::number_of_executed_units: *(\\d+)");

  private final Target target;
  private final Path work;
  private final Path log;

  FuzzRun(Target target, Path work) {
    this.target = target;
    this.work = work.resolve(target.corpus().getFileName());
    this.log = work.resolve(target.corpus().getFileName() + ".log");
  }

  /** The output of the fuzzer. */
  Path log() {
    return log;
  }

  /** Fuzzes for so long; 0 if nothing was found. */
  int start(long seconds) throws Exception {
    Files.createDirectories(work.resolve("inputs"));
    Files.createDirectories(target.corpus());
    Path seeds = Files.createDirectories(work.resolve("seeds"));
    int number = 0;
    for (byte[] seed : target.seeds()) {
      Files.write(seeds.resolve("seed-" + number++), seed);
    }
    Process process =
        new ProcessBuilder(command(seconds))
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return process.waitFor();
  }

  private List<String> command(long seconds) {
    List<String> command = new ArrayList<>(java());
    command.add(FUZZER);
    command.add("--target_class=" + target.type().getName());
    command.add("--instrumentation_includes=" + INSTRUMENTED);
    command.add("--custom_hook_excludes=**");
    command.add("--keep_going=" + MOST_FINDINGS);
    command.add("--reproducer_path=.");
    command.add("-max_total_time=" + seconds);
    command.add("-timeout=" + TIMEOUT_SECONDS);
    command.add("-max_len=" + LONGEST_INPUT);
    command.add("-rss_limit_mb=0");
    command.add("-print_final_stats=1");
    command.add("-artifact_prefix=" + target.corpus().toAbsolutePath() + "/");
    command.add("inputs");
    command.add(target.corpus().toAbsolutePath().toString());
    command.add("seeds");
    return command;
  }

  private static List<String> java() {
    String classes = System.getProperty("java.class.path");
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-ea",
        "-Xmx256m",
        "-XX:+EnableDynamicAgentLoading",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Djava.util.logging.config.file="
            + Path.of("src", "test", "resources", "quiet-logging.properties").toAbsolutePath(),
        "-cp",
        System.getProperty("surefire.test.class.path", classes));
  }

  /** One line on what was done. */
  String summary() {
    try {
      String text = Files.readString(log);
      return "%s: %s executions, %s branches covered"
          .formatted(target, last(EXECUTIONS, text), last(COVERED, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String last(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.results().reduce((a, b) -> b).map(FuzzRun::number).orElse("no");
  }

  private static String number(MatchResult match) {
    return match.group(1);
  }
}
