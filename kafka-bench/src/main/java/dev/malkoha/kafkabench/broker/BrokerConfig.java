package dev.malkoha.kafkabench.broker;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * How a broker for tests is configured: alone, its own controller, on loopback, keeping records of
 * any age.
 */
final class BrokerConfig {

  private static final int SMALL_SEGMENT = 64 << 20;
  private static final int SMALL_INDEX = 1 << 20;
  private static final int CLEANER_BYTES = 16 << 20;

  private BrokerConfig() {}

  /** Writes the file of properties that the broker starts from. */
  static Path write(Path directory, int port, int controllerPort) throws IOException {
    Properties all = new Properties();
    addresses(all, port, controllerPort);
    alone(all);
    limits(all);
    all.setProperty("log.dirs", directory.resolve("logs").toString());
    Path file = directory.resolve("broker.properties");
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      all.store(out, null);
    }
    return file;
  }

  private static void addresses(Properties all, int port, int controllerPort) {
    String broker = "PLAINTEXT://127.0.0.1:" + port;
    all.setProperty("process.roles", "broker,controller");
    all.setProperty("node.id", "1");
    all.setProperty("listeners", broker + ",CONTROLLER://127.0.0.1:" + controllerPort);
    all.setProperty("advertised.listeners", broker);
    all.setProperty("controller.listener.names", "CONTROLLER");
    all.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    all.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
  }

  /** Its own topics are on this broker only, and few are enough. */
  private static void alone(Properties all) {
    for (String topic :
        new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
      all.setProperty(topic + ".replication.factor", "1");
      all.setProperty(topic + ".num.partitions", "4");
    }
    all.setProperty("transaction.state.log.min.isr", "1");
    all.setProperty("share.coordinator.state.topic.min.isr", "1");
    all.setProperty("auto.create.topics.enable", "false");
    all.setProperty("group.initial.rebalance.delay.ms", "0");
    all.setProperty("group.min.session.timeout.ms", "500");
  }

  private static void limits(Properties all) {
    all.setProperty("log.retention.ms", "-1");
    all.setProperty("log.segment.bytes", Integer.toString(SMALL_SEGMENT));
    all.setProperty("log.index.size.max.bytes", Integer.toString(SMALL_INDEX));
    all.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(CLEANER_BYTES));
    all.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
  }
}
