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
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Shows the application at work, on a broker that is started for it and ends with it: the
 * application is killed in the middle, and comes back.
 */
public final class Demo {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private final Broker broker;
  private final Path directory;
  private final Consumer<String> said;

  private Demo(Broker broker, Path directory, Consumer<String> said) {
    this.broker = broker;
    this.directory = directory;
    this.said = said;
  }

  /**
   * Sends events, each of them three times, and prints how many come out: {@code Demo [EVENTS]}.
   */
  public static void main(String[] arguments) throws IOException {
    int events = arguments.length == 0 ? 10_000 : Integer.parseInt(arguments[0]);
    System.out.println("starting a broker");
    List<String> out = run(events, System.out::println);
    System.out.printf(
        "sent %,d events, each twice within a day and once two days later; %,d came out%n",
        events, out.size());
  }

  /**
   * Sends events three times, and kills the application in the middle of the first.
   *
   * @param events at least 4
   * @param said is told what happens
   * @return the ids that came out, in order
   */
  static List<String> run(int events, Consumer<String> said) throws IOException {
    try (Scratch scratch = Scratch.in(Scratch.defaultParent());
        Broker broker = Broker.start(scratch.directory("broker"), ChildJava.SHORT_LIFE)) {
      broker.createTopics(1, List.of(Deduplicate.EVENTS, Deduplicate.ONCE));
      return new Demo(broker, scratch.directory("state"), said).run(events);
    }
  }

  private List<String> run(int events) throws IOException {
    try (KafkaProducer<String, String> producer = producer();
        KafkaConsumer<String, String> consumer = consumer()) {
      int half = events / 2;
      int halt = events * 3 / 4;
      send(producer, 0, 0, half);
      ChildJava application = start(halt);
      List<String> out = receive(consumer, "id-" + (half - 1), application);
      send(producer, 0, half, events);
      Await.until("the kill", LIMIT, application::describe, () -> !application.alive());
      application.awaitLines();
      said.accept(
          String.format(Locale.ROOT, "killed at event %,d, %,d had come out", halt, out.size()));
      send(producer, 0, 0, events);
      send(producer, 2, 0, events + 1); // the last one is new
      ChildJava again = start(0);
      out.addAll(receive(consumer, "id-" + events, again));
      again.stop(LIMIT);
      out.removeLast();
      return out;
    }
  }

  private ChildJava start(int halt) throws IOException {
    return ChildJava.start(
        Mortal.class,
        ChildJava.SHORT_LIFE,
        List.of(broker.bootstrap(), directory.toString(), Integer.toString(halt)),
        directory.resolveSibling("application.log"),
        said);
  }

  private KafkaProducer<String, String> producer() {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap()),
        new StringSerializer(),
        new StringSerializer());
  }

  private static void send(KafkaProducer<String, String> producer, int day, int from, int to) {
    for (int i = from; i < to; i++) {
      long time = BEGIN + Deduplicate.DAY.toMillis() * day + i;
      // Flushing waits for all of them.
      var _ = producer.send(new ProducerRecord<>(Deduplicate.EVENTS, 0, time, "id-" + i, "event"));
    }
    producer.flush();
  }

  private KafkaConsumer<String, String> consumer() {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrap(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
    List<TopicPartition> partitions = List.of(new TopicPartition(Deduplicate.ONCE, 0));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** The next ids that come out, up to one. */
  private static List<String> receive(
      KafkaConsumer<String, String> consumer, String last, ChildJava application) {
    List<String> ids = new ArrayList<>();
    Await.until(
        last,
        LIMIT,
        () -> ids.size() + " events came; " + application.describe(),
        () -> {
          consumer.poll(Duration.ofMillis(100)).forEach(event -> ids.add(event.key()));
          return !ids.isEmpty() && ids.getLast().equals(last);
        });
    return ids;
  }
}
