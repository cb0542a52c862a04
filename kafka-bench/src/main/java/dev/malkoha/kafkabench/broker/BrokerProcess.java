package dev.malkoha.kafkabench.broker;

import dev.malkoha.kafkabench.process.Commands;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** The entry of the broker's process: formats its directory and serves until it is told to end. */
public final class BrokerProcess {

  private BrokerProcess() {}

  /**
   * Runs the broker.
   *
   * @param arguments the file of its properties, the cluster's identity
   */
  public static void main(String[] arguments) {
    // The broker stops in order at the end of the process.
    Commands.serve(line -> {}, () -> System.exit(0));
    String[] format = {"format", "-t", arguments[1], "-c", arguments[0]};
    int code = StorageTool.execute(format, System.err);
    if (code != 0) {
      System.exit(code);
    }
    Kafka.main(new String[] {arguments[0]});
  }
}
