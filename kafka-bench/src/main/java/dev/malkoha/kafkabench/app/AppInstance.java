package dev.malkoha.kafkabench.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.kafkabench.process.Await;
import dev.malkoha.kafkabench.process.ChildJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One instance of the application, seen from outside: a process that can be killed and started
 * again over the same directory of state.
 */
public final class AppInstance implements AutoCloseable {

  private static final Duration TO_DUMP = Duration.ofMinutes(2);
  private static final Duration TO_STOP = Duration.ofSeconds(70);

  /** The words of Kafka Streams when it gives up what a store holds. */
  private static final List<String> WIPE_WORDS =
      List.of("wipe out the local state", "bootstrap from scratch");

  private final String name;
  private final Path directory;
  private final List<String> javaOptions;
  private final List<String> arguments;
  private @Nullable ChildJava process;
  private volatile String state = "NOT STARTED";
  private volatile @Nullable String failure;
  private volatile @Nullable String dumped;
  private volatile @Nullable Long millisToRunning;
  private volatile @Nullable String reached;
  private long restoredRecords;

  private AppInstance(
      String name, Path directory, List<String> javaOptions, List<String> arguments) {
    this.name = name;
    this.directory = directory;
    this.javaOptions = javaOptions;
    this.arguments = arguments;
  }

  /**
   * An instance that is not started yet.
   *
   * @param parent an existing directory, in which it gets one of its own
   * @param common the settings that all instances share
   */
  public static AppInstance in(
      Path parent, String name, Properties common, List<String> javaOptions, int partitions)
      throws IOException {
    Path directory = Files.createDirectories(parent.resolve(name));
    Path file = directory.resolve("settings.properties");
    Settings.write(common, directory.resolve("state"), file);
    List<String> options = new ArrayList<>(javaOptions);
    options.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    return new AppInstance(
        name, directory, options, List.of(file.toString(), Integer.toString(partitions)));
  }

  /** Starts the process. */
  public void start() throws IOException {
    state = "STARTED";
    millisToRunning = null;
    reached = null;
    process = ChildJava.start(InstanceProcess.class, javaOptions, arguments, log(), this::heard);
  }

  private Path log() {
    return directory.resolve("log");
  }

  private void heard(String line) {
    if (line.startsWith("state ")) {
      state = line.substring("state ".length());
    } else if (line.startsWith("restored ")) {
      restored(Long.parseLong(line.split(" ", 3)[1]));
    } else if (line.startsWith("running ")) {
      millisToRunning = Long.valueOf(line.substring("running ".length()));
    } else if (line.startsWith("reached ")) {
      reached = line.substring("reached ".length());
    } else if (line.startsWith("failed ")) {
      failure = line;
    } else if (line.startsWith("dumped") || line.startsWith("not dumped")) {
      dumped = line;
    }
  }

  private synchronized void restored(long records) {
    restoredRecords += records;
  }

  /** How many records have been restored from changelogs, by all its processes so far. */
  public synchronized long restoredRecords() {
    return restoredRecords;
  }

  /**
   * Milliseconds from {@code KafkaStreams.start()} to ready, in its present process.
   *
   * @throws IllegalStateException if it is not ready yet
   */
  public long millisToRunning() {
    Long millis = millisToRunning;
    if (millis == null) {
      throw new IllegalStateException("not running yet: " + describe());
    }
    return millis;
  }

  /** Whether its present process has come by a request with this number. */
  public boolean hasReached(long request) {
    return Long.toString(request).equals(reached);
  }

  /** Has an application that waits process its input. */
  public void resume() {
    process().tell("resume");
  }

  /** The lines in which Kafka Streams has said that it gives up what a store holds. */
  public List<String> wipes() throws IOException {
    if (!Files.exists(log())) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(log(), UTF_8)) {
      return lines.filter(line -> WIPE_WORDS.stream().anyMatch(line::contains)).toList();
    }
  }

  /** Where it keeps its state. */
  public Path stateDirectory() {
    return directory.resolve("state");
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** The process that runs now, or ran last. */
  public ChildJava process() {
    if (process == null) {
      throw new IllegalStateException(name + " has not been started");
    }
    return process;
  }

  /** Whether its process runs. */
  public boolean alive() {
    return process != null && process.alive();
  }

  /** Whether it is ready to process. */
  public boolean running() {
    return alive() && state.equals("RUNNING");
  }

  /** Kills the process as {@code kill -9} does. */
  public void kill() {
    process().kill();
    state = "KILLED";
  }

  /**
   * Fails if the instance has ended by itself or can do no more.
   *
   * @throws IllegalStateException with the end of its log
   */
  public void check() {
    boolean gone = process != null && !process.alive() && !state.equals("KILLED");
    if (gone || failure != null || state.equals("ERROR")) {
      throw new IllegalStateException(name + " has failed: " + describe());
    }
  }

  /**
   * Has it write what its stores hold.
   *
   * @return whether it could
   */
  public boolean dump(Path file) {
    dumped = null;
    process().tell("dump " + file);
    Await.until(
        "the stores of " + name,
        TO_DUMP,
        this::describe,
        () -> {
          check();
          return dumped != null;
        });
    return "dumped".equals(dumped);
  }

  /** How it is, and the end of its log: for messages. */
  public String describe() {
    String why = (failure == null ? "" : ", " + failure) + (dumped == null ? "" : ", " + dumped);
    return name + " is " + state + why + "; " + (process == null ? "" : process.describe());
  }

  /** Ends the process in order, or kills it if that takes long. */
  @Override
  public void close() {
    if (process != null) {
      process.stop(TO_STOP);
    }
  }
}
