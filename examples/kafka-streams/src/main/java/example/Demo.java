package example;

import dev.malkoha.bench.Scratch;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.process.Await;
import dev.malkoha.kafkabench.process.ChildJava;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;

/** Shows the application at work: on a broker that is started for it and ends with it. */
public final class Demo {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private final Broker broker;
  private final Path directory;

  private Demo(Broker broker, Path directory) {
    this.broker = broker;
    this.directory = directory;
  }

  /**
   * Sends events, each of them three times, and prints how many come out: {@code Demo [EVENTS]}.
   */
  public static void main(String[] arguments) throws IOException {
    int events = arguments.length == 0 ? 10_000 : Integer.parseInt(arguments[0]);
    System.out.println("starting a broker");
    List<String> out = run(events);
    System.out.printf(
        "sent %,d events, each twice within a day and once two days later; %,d came out%n",
        events, out.size());
  }

  /** The ids that came out, in order. */
  static List<String> run(int events) throws IOException {
    try (Scratch scratch = Scratch.in(Scratch.defaultParent());
        Broker broker = Broker.start(scratch.directory("broker"), ChildJava.SHORT_LIFE)) {
      return new Demo(broker, scratch.directory("state")).run(events, "last");
    }
  }

  private List<String> run(int events, String last) {
    broker.createTopics(1, List.of(Deduplicate.EVENTS, Deduplicate.ONCE));
    send(events, last);
    try (KafkaStreams streams =
        new KafkaStreams(
            Deduplicate.topology(), Deduplicate.config(broker.bootstrap(), directory))) {
      streams.start();
      return receive(streams, last);
    }
  }

  private void send(int events, String last) {
    Map<String, Object> config =
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      for (long day : new long[] {0, 0, 2}) {
        for (int i = 0; i < events; i++) {
          long time = BEGIN + Deduplicate.DAY.toMillis() * day + i;
          send(producer, time, "id-" + i);
        }
      }
      long end = BEGIN + Deduplicate.DAY.toMillis() * 3;
      send(producer, end, last);
    }
  }

  private static void send(KafkaProducer<String, String> producer, long time, String id) {
    // Closing the producer waits for all of them.
    var _ = producer.send(new ProducerRecord<>(Deduplicate.EVENTS, 0, time, id, "event"));
  }

  private List<String> receive(KafkaStreams streams, String last) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrap(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    List<String> ids = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions = List.of(new TopicPartition(Deduplicate.ONCE, 0));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Await.until(
          "the last event",
          LIMIT,
          () -> "the application is " + streams.state(),
          () -> {
            consumer.poll(Duration.ofMillis(100)).forEach(event -> ids.add(event.key()));
            return !ids.isEmpty() && ids.getLast().equals(last);
          });
    }
    ids.removeLast();
    return ids;
  }
}
