package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.input.Chunk;
import dev.malkoha.kafkabench.input.Event;
import dev.malkoha.kafkabench.input.Input;
import dev.malkoha.kafkabench.input.Profile;
import dev.malkoha.kafkabench.input.Serdes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/** Sends chunks of an input to the application's topics, each record once and in order. */
public final class Sender implements AutoCloseable {

  private final Producer<byte[], byte[]> producer;
  private final int partitions;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Serde<Long> keys = Serdes.number();
  private final Serde<Event> events = Serdes.event();
  private final Serde<Profile> profiles = Serdes.profile();

  /** To topics of so many partitions. */
  public Sender(String bootstrap, int partitions) {
    this.partitions = partitions;
    Map<String, Object> config =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.LINGER_MS_CONFIG,
            5,
            ProducerConfig.BATCH_SIZE_CONFIG,
            1 << 17);
    this.producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sends a chunk and waits until the broker has it. */
  public void send(Chunk chunk) {
    chunk.profiles().forEach(p -> send(Names.PROFILES, p.user(), p.time(), profile(p.profile())));
    producer.flush();
    chunk.events().forEach(e -> send(Names.EVENTS, e.event().user(), e.time(), event(e.event())));
    flush();
  }

  /**
   * Waits until the broker has all that was sent.
   *
   * @throws IllegalStateException if it could not take a record
   */
  public void flush() {
    producer.flush();
    Exception failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("cannot send the input: " + failed.getMessage(), failed);
    }
  }

  private byte[] profile(Profile profile) {
    return profiles.serializer().serialize(Names.PROFILES, profile);
  }

  private byte[] event(Event event) {
    return events.serializer().serialize(Names.EVENTS, event);
  }

  /**
   * Sends a record; {@link #flush} tells whether it arrived.
   *
   * @param value the bytes, or null
   */
  public void send(String topic, long user, long time, byte @Nullable [] value) {
    Callback noted =
        (metadata, failed) -> {
          if (failed != null) {
            failure.compareAndSet(null, failed);
          }
        };
    byte[] key = keys.serializer().serialize(topic, user);
    var _ =
        producer.send(
            new ProducerRecord<>(topic, Input.partition(user, partitions), time, key, value),
            noted);
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(10));
  }
}
