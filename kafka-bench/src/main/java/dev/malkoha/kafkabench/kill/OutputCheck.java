package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.input.Event;
import dev.malkoha.kafkabench.input.Model;
import dev.malkoha.kafkabench.input.Serdes;
import dev.malkoha.kafkabench.input.Tally;
import dev.malkoha.kafkabench.input.UserWindow;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;

/**
 * Compares what the application has sent with the model: each event, and the final tally of each
 * window, as often as the guarantee says.
 */
final class OutputCheck {

  private static final Duration POLL = Duration.ofMillis(500);

  private final String bootstrap;
  private final int partitions;
  private final boolean once;
  private final Findings findings = new Findings();
  private long unsent;

  private OutputCheck(String bootstrap, int partitions, boolean once) {
    this.bootstrap = bootstrap;
    this.partitions = partitions;
    this.once = once;
  }

  /**
   * What was found.
   *
   * @param windowsUnsent windows whose final tally was never sent. A crash at least once may lead
   *     to that: the buffer's changelog can say that a tally was sent which was still on its way.
   */
  record Outcome(Findings findings, long windowsUnsent) {}

  /**
   * Reads all output.
   *
   * @param once whether everything must be there exactly once; else at least once
   */
  static Outcome of(String bootstrap, int partitions, boolean once, Model model) {
    OutputCheck check = new OutputCheck(bootstrap, partitions, once);
    check.events(model);
    check.windows(model);
    return new Outcome(check.findings, check.unsent);
  }

  private void events(Model model) {
    int[] times = new int[model.ids()];
    read(
        Names.UNIQUE,
        Serdes.number(),
        Serdes.event(),
        (Long user, Event event) -> times[Math.toIntExact(event.id())]++);
    for (int id = 0; id < times.length; id++) {
      if (times[id] == 0 || (once && times[id] != 1)) {
        findings.differs("event " + id + " was passed on " + times[id] + " times");
      }
    }
    findings.compared(times.length);
  }

  private void windows(Model model) {
    Map<UserWindow, Tally> sent = new HashMap<>();
    Map<UserWindow, Tally> expected = new HashMap<>();
    model.closedWindows().forEach(e -> expected.put(e.getKey(), e.getValue()));
    read(
        Names.CLOSED,
        Serdes.userWindow(),
        Serdes.tally(),
        (UserWindow at, Tally tally) -> {
          if (sent.put(at, tally) != null && once) {
            findings.differs("the final tally of " + at + " was sent twice");
          }
          if (!tally.equals(expected.get(at))) {
            findings.differs(
                "the final tally of " + at + " was " + tally + ", not " + expected.get(at));
          }
        });
    unsent = expected.keySet().stream().filter(at -> !sent.containsKey(at)).count();
    if (once && unsent > 0) {
      findings.differs(unsent + " windows have no final tally");
    }
    findings.compared(expected.size());
  }

  /** Reads what is committed in a topic up to its end. */
  private <K, V> void read(String topic, Serde<K> keys, Serde<V> values, BiConsumer<K, V> each) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    try (KafkaConsumer<K, V> consumer =
        new KafkaConsumer<>(config, keys.deserializer(), values.deserializer())) {
      List<TopicPartition> all =
          IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (!ends.entrySet().stream()
          .allMatch(e -> consumer.position(e.getKey()) >= e.getValue())) {
        consumer.poll(POLL).forEach(record -> each.accept(record.key(), record.value()));
      }
    }
  }
}
