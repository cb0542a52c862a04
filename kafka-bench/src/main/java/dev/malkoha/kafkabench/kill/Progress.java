package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.Names;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far an application has come, as its committed offsets say. */
public final class Progress {

  private static final int SECONDS = 10;

  private final Admin admin;
  private final String application;
  private long last;

  /** The progress of an application, as the broker knows it. */
  public Progress(Admin admin, String application) {
    this.admin = admin;
    this.application = application;
  }

  /** How many events it has processed and committed. What the broker cannot say is as it was. */
  public long committed() throws InterruptedException {
    try {
      Map<TopicPartition, OffsetAndMetadata> offsets =
          admin
              .listConsumerGroupOffsets(application)
              .partitionsToOffsetAndMetadata()
              .get(SECONDS, TimeUnit.SECONDS);
      last = Math.max(last, sum(offsets));
    } catch (ExecutionException | TimeoutException e) {
      // The group may just be moving; what matters is that it gets further in the end.
      return last;
    }
    return last;
  }

  /** The progress that was seen last. */
  long last() {
    return last;
  }

  private static long sum(Map<TopicPartition, OffsetAndMetadata> offsets) {
    long sum = 0;
    for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
      if (entry.getKey().topic().equals(Names.EVENTS) && entry.getValue() != null) {
        sum += entry.getValue().offset();
      }
    }
    return sum;
  }
}
