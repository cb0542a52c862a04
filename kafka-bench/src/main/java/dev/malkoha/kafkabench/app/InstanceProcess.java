package dev.malkoha.kafkabench.app;

import dev.malkoha.kafkabench.process.Commands;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * The entry of an instance's process. It tells by lines {@code state NAME}, {@code running
 * MILLISECONDS} from its start, {@code restored RECORDS STORE}, {@code failed WHY} and {@code
 * dumped}; it is told {@code dump FILE} or {@code resume}, and ends in order at the end of its
 * input.
 */
public final class InstanceProcess {

  private static final Duration TO_CLOSE = Duration.ofSeconds(60);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final KafkaStreams streams;
  private final int partitions;
  private final boolean values;
  private long begin;
  private boolean ready;

  private InstanceProcess(Properties settings, int partitions) {
    this.partitions = partitions;
    this.values = settings.containsKey(Settings.VALUE_BYTES);
    this.streams =
        new KafkaStreams(
            values ? ValueTopology.of(settings, out::println) : StateTopology.of(settings),
            settings);
  }

  /**
   * Runs an instance.
   *
   * @param arguments the file of settings, the number of partitions
   */
  public static void main(String[] arguments) throws IOException {
    Properties settings = Settings.read(Path.of(arguments[0]));
    new InstanceProcess(settings, Integer.parseInt(arguments[1])).start();
  }

  private void start() {
    streams.setStateListener((now, before) -> changed(now));
    streams.setGlobalStateRestoreListener(new Restores(out));
    streams.setUncaughtExceptionHandler(
        failure -> {
          failure.printStackTrace();
          out.println("failed " + failure);
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    Commands.serve(this::obey, this::end);
    begin = System.nanoTime();
    streams.start();
  }

  private void changed(KafkaStreams.State now) {
    if (now == KafkaStreams.State.RUNNING && !ready) {
      ready = true;
      out.println("running " + (System.nanoTime() - begin) / 1_000_000);
      if (values) {
        // No record is processed yet: what was restored can be looked at.
        streams.pause();
      }
    }
    out.println("state " + now);
  }

  private void obey(String command) {
    if (command.equals("resume")) {
      streams.resume();
    } else {
      dump(Path.of(command.substring("dump ".length())));
    }
  }

  private void dump(Path file) {
    try {
      if (values) {
        StoreDump.writeValues(streams, partitions, file);
      } else {
        StoreDump.write(streams, partitions, file);
      }
      out.println("dumped");
    } catch (IOException | RuntimeException e) {
      // Stores may move while they are read; whoever asked may ask again.
      e.printStackTrace();
      out.println("not dumped " + e);
    }
  }

  private void end() {
    boolean closed = streams.close(TO_CLOSE);
    System.exit(closed ? 0 : 1);
  }

  /** Tells what was restored. */
  private record Restores(PrintStream out) implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition at, String store, long begin, long end) {}

    @Override
    public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

    @Override
    public void onRestoreEnd(TopicPartition at, String store, long total) {
      out.println("restored " + total + " " + store);
    }
  }
}
