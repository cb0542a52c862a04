package example;

import dev.malkoha.kafkabench.process.Commands;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.ForeachAction;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * The application in a process that kills itself in the middle of its work. It says when it is
 * running and what was restored for that, and ends at the end of its input.
 */
final class Mortal {

  private final AtomicLong restored = new AtomicLong();
  private final KafkaStreams streams;

  private Mortal(Properties config, long lastEvent) {
    streams = new KafkaStreams(Deduplicate.topology(haltAt(lastEvent)), config);
    streams.setGlobalStateRestoreListener(new Restores());
    streams.setStateListener((now, before) -> tell(now));
  }

  /**
   * Runs the application: {@code Mortal HOST:PORT DIRECTORY EVENT}, with the number of the event at
   * which it halts; it never comes to event 0.
   */
  public static void main(String[] arguments) {
    Properties config = Deduplicate.config(arguments[0], Path.of(arguments[1]));
    // Who comes back under the same name need not wait until the broker misses who was killed.
    config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), "mortal");
    Mortal mortal = new Mortal(config, Long.parseLong(arguments[2]));
    Commands.serve(command -> {}, mortal::end);
    mortal.streams.start();
  }

  /** Ends the process as a crash does: nothing is closed, and no commit follows. */
  private static ForeachAction<String, String> haltAt(long lastEvent) {
    AtomicLong events = new AtomicLong();
    return (id, event) -> {
      if (events.incrementAndGet() == lastEvent) {
        Runtime.getRuntime().halt(1);
      }
    };
  }

  private void tell(State now) {
    if (now == State.RUNNING) {
      double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0;
      System.out.printf(
          "RUNNING %.1f s after its start, %,d records restored%n", seconds, restored.get());
    }
  }

  private void end() {
    streams.close();
    System.exit(0);
  }

  /** Counts what is restored. */
  private final class Restores implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition at, String store, long begin, long end) {}

    @Override
    public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

    @Override
    public void onRestoreEnd(TopicPartition at, String store, long total) {
      restored.addAndGet(total);
    }
  }
}
