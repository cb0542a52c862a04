package dev.malkoha.bench.command;

import dev.malkoha.cli.CommandProvider;
import dev.malkoha.cli.Terminal;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that measure stores. */
public final class BenchCommands implements CommandProvider {

  @Override
  public Map<String, Supplier<Object>> commands(Terminal terminal) {
    return Map.of(
        "bench", () -> new BenchCommand(terminal),
        "compare", () -> new CompareCommand(terminal),
        "soak", () -> new SoakCommand(terminal));
  }
}
