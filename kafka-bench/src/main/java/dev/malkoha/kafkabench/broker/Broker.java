package dev.malkoha.kafkabench.broker;

import dev.malkoha.kafkabench.process.Await;
import dev.malkoha.kafkabench.process.ChildJava;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

/**
 * A broker of Kafka in a process of its own, on free ports of this machine alone. It ends with
 * {@link #close()}, and also when this process ends in any other way.
 */
public final class Broker implements AutoCloseable {

  private static final Duration TO_START = Duration.ofSeconds(90);
  private static final Duration TO_STOP = Duration.ofSeconds(30);
  private static final int ATTEMPTS = 3;

  private static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

  private final ChildJava process;
  private final String bootstrap;
  private final Admin admin;

  private Broker(ChildJava process, String bootstrap) {
    this.process = process;
    this.bootstrap = bootstrap;
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
  }

  /**
   * Starts a broker and waits until it answers.
   *
   * @param directory an existing directory, where it keeps all it has
   * @param more options for its Java, such as {@link ChildJava#SHORT_LIFE}
   * @throws IllegalStateException if it does not start; the message has the end of its log
   */
  public static Broker start(Path directory, List<String> more) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Broker broker = launch(directory, more);
      try {
        broker.awaitAnswer();
        return broker;
      } catch (IllegalStateException e) {
        // Somebody else may have taken a port since it was found free.
        boolean again = !broker.process.alive() && attempt < ATTEMPTS;
        broker.close();
        if (!again) {
          throw e;
        }
      }
    }
  }

  private static Broker launch(Path directory, List<String> more) throws IOException {
    List<Integer> ports = freePorts(2);
    Path config = BrokerConfig.write(directory, ports.get(0), ports.get(1));
    List<String> options = new ArrayList<>(OPTIONS);
    options.addAll(more);
    ChildJava process =
        ChildJava.start(
            BrokerProcess.class,
            options,
            List.of(config.toString(), Uuid.randomUuid().toString()),
            directory.resolve("broker.log"),
            line -> {});
    return new Broker(process, "127.0.0.1:" + ports.get(0));
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        held.add(socket);
        ports.add(socket.getLocalPort());
      }
      return ports;
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private void awaitAnswer() {
    Await.until("an answer from the broker", TO_START, process::describe, this::answers);
  }

  private boolean answers() throws InterruptedException {
    if (!process.alive()) {
      throw new IllegalStateException("the broker did not start: " + process.describe());
    }
    try {
      return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Where clients find it: a host and a port. */
  public String bootstrap() {
    return bootstrap;
  }

  /** A client that asks it; it is closed with the broker. */
  public Admin admin() {
    return admin;
  }

  /** How it is, and the end of its log: for messages. */
  public String describe() {
    return process.describe();
  }

  /** Makes topics of so many partitions each, and waits until they are there. */
  public void createTopics(int partitions, List<String> names) {
    List<NewTopic> topics =
        names.stream().map(name -> new NewTopic(name, partitions, (short) 1)).toList();
    try {
      admin.createTopics(topics).all().get(TO_START.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while making topics", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("cannot make the topics " + names + ": " + describe(), e);
    }
  }

  /** Stops it in order, or kills it if that takes long. What it has stored stays. */
  @Override
  public void close() {
    admin.close(Duration.ZERO);
    process.stop(TO_STOP);
  }
}
