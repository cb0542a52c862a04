package dev.malkoha.bench.command;

import com.google.gson.Gson;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.memory.ByteSize;
import dev.malkoha.bench.memory.Soak;
import dev.malkoha.bench.memory.SoakPlan;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.RunFacts;
import dev.malkoha.cli.Arguments;
import dev.malkoha.cli.ExitCode;
import dev.malkoha.cli.OutputFile;
import dev.malkoha.cli.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code soak}: a long run of writes and reads in limited memory. */
@Command(
    name = "soak",
    description = {
      "Write to and read from one store or many for minutes, in a process of limited memory.",
      "Half of the limit is Java's heap, half of that caches and memtables. Prints the most memory"
          + " that was seen beside what docs/resources.md says, latencies, and wrong answers."
    })
final class SoakCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "The limit of the process, page cache included: by a cgroup of its own, for which this"
              + " must be root, or one that is there. Default: ${DEFAULT-VALUE}.")
  private String memory = "800m";

  @Option(
      names = "--stores",
      paramLabel = "N",
      description =
          "How many stores; several share cache and memtables. Default: ${DEFAULT-VALUE}.")
  private int stores = 1;

  @Option(
      names = "--entries",
      paramLabel = "N",
      description =
          "Keys that each store may have, of 16 bytes with values of 100. Default: ${DEFAULT-VALUE}.")
  private int entries = 20_000_000;

  @Option(names = "--threads", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int threads = 2;

  @Option(names = "--minutes", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int minutes = 30;

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the stores' files go, for a while.")
  private Path directory = Scratch.defaultParent();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there, too.")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  SoakCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    int seconds = (int) TimeUnit.MINUTES.toSeconds(minutes);
    try (Scratch scratch = Scratch.in(directory)) {
      SoakPlan plan =
          SoakPlan.of(
              ByteSize.parse(memory),
              stores,
              entries,
              threads,
              seconds,
              seed,
              scratch.directory("soak").toString());
      terminal.out.println(plan.describe());
      terminal.out.flush();
      Soak.Ended ended = Soak.run(plan);
      terminal.out.print(ended.text());
      if (json != null) {
        OutputFile.write(
            json,
            ResultJson.text(
                new Gson().toJsonTree(ended).getAsJsonObject(), RunFacts.of(Arguments.of(spec))));
      }
      return ended.result().wrong() == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }
  }
}
