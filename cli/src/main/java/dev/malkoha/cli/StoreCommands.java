package dev.malkoha.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands on one store, by name, in the order in which help shows them. */
final class StoreCommands implements CommandProvider {

  @Override
  public Map<String, Supplier<Object>> commands(Terminal terminal) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("put", () -> new PutCommand(terminal));
    commands.put("get", () -> new GetCommand(terminal));
    commands.put("delete", () -> new DeleteCommand(terminal));
    commands.put("deleterange", () -> new DeleteRangeCommand(terminal));
    commands.put("scan", () -> new ScanCommand(terminal));
    commands.put("count", () -> new CountCommand(terminal));
    commands.put("load", () -> new LoadCommand(terminal));
    commands.put("stats", () -> new StatsCommand(terminal));
    commands.put("explain", () -> ExplainCommand.line(terminal));
    commands.put("verify", () -> new VerifyCommand(terminal));
    commands.put("compact", () -> new CompactCommand(terminal));
    commands.put("keyspaces", () -> new KeyspacesCommand(terminal));
    commands.put("drop", () -> new DropCommand(terminal));
    commands.put("checkpoint", () -> new CheckpointCommand(terminal));
    commands.put("restore", () -> new RestoreCommand(terminal));
    commands.put("salvage", () -> new SalvageCommand(terminal));
    commands.put("dump", () -> new DumpCommand(terminal));
    commands.put("completion", () -> new CompletionCommand(terminal));
    return commands;
  }
}
