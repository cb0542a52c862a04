package dev.malkoha.kafkabench.command;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every command that runs Kafka Streams: where its files and its results go. */
final class RunOptions {

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "An existing directory for all files. Default: the temporary one.")
  private Path parent = Scratch.defaultParent();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
  private @Nullable Path json;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  /** A new directory for the files of one run. */
  Scratch scratch() throws IOException {
    return Scratch.in(parent);
  }

  /**
   * Writes the results, if a file is named.
   *
   * @param settings what the command line does not say of the run
   * @param text makes JSON, with the facts of the run in it
   */
  void write(Map<String, String> settings, Function<Map<String, String>, String> text)
      throws IOException {
    if (json != null) {
      OutputFile.write(json, text.apply(RunFacts.of(Arguments.of(spec), settings)));
    }
  }
}
