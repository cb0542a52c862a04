package dev.malkoha.papers.command;

import dev.malkoha.cli.CommandProvider;
import dev.malkoha.cli.Terminal;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that measure filters. */
public final class PapersCommands implements CommandProvider {

  @Override
  public Map<String, Supplier<Object>> commands(Terminal terminal) {
    return Map.of(
        "filters", () -> new FiltersCommand(terminal),
        "papers", () -> new PapersCommand(terminal));
  }
}
