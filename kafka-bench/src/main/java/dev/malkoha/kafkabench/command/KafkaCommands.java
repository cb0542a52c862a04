package dev.malkoha.kafkabench.command;

import dev.malkoha.cli.CommandProvider;
import dev.malkoha.cli.Terminal;
import java.util.Map;
import java.util.function.Supplier;

/** The command that measures Kafka Streams, and those below it that kill it. */
public final class KafkaCommands implements CommandProvider {

  /** Made by the service loader. */
  public KafkaCommands() {}

  @Override
  public Map<String, Supplier<Object>> commands(Terminal terminal) {
    return Map.of("kafka", () -> KafkaCommand.line(terminal));
  }
}
