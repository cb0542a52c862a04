package dev.malkoha.engine.observe;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Measures what it costs to be watched: {@code fillrandom} and {@code readrandom} plain, with
 * latencies, and with Flight Recorder, in short turns one after the other, so that a machine's
 * moods meet all of them, by the processor's time of the thread. Prints medians of all turns and
 * their ratios. Arguments: operations of a turn, turns.
 */
public final class ObserverProbe {

  private static final int VALUE_BYTES = 100;

  private enum Eyes {
    PLAIN,
    LATENCIES,
    FLIGHT_RECORDER
  }

  private interface Operation {
    void on(Db db, byte[] key);
  }

  private final int operations;
  private final int turns;
  private long fetched;
  private final byte[] value = new byte[VALUE_BYTES];
  private final Map<Eyes, Db> stores = new EnumMap<>(Eyes.class);

  private ObserverProbe(int operations, int turns) {
    this.operations = operations;
    this.turns = turns;
    new SplittableRandom(1).nextBytes(value);
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    ObserverProbe probe =
        new ObserverProbe(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    Path directory = Files.createTempDirectory("malkoha-eyes");
    try {
      probe.run(directory);
    } finally {
      delete(directory);
    }
  }

  private void run(Path directory) throws Exception {
    for (Eyes eyes : Eyes.values()) {
      DbOptions options = DbOptions.builder().recordLatencies(eyes == Eyes.LATENCIES).build();
      stores.put(eyes, Db.open(directory.resolve(eyes.name()), options));
    }
    measure("fillrandom", (db, key) -> db.put(key, value));
    stores.values().forEach(Db::awaitIdle);
    measure("readrandom", (db, key) -> fetched += db.get(key) == null ? 0 : 1);
    stores.values().forEach(Db::close);
  }

  /** The first third of the turns warms up. */
  private void measure(String workload, Operation operation) throws Exception {
    Map<Eyes, double[]> nanos = new EnumMap<>(Eyes.class);
    for (Eyes eyes : Eyes.values()) {
      nanos.put(eyes, new double[turns]);
    }
    for (int turn = 0; turn < turns; turn++) {
      for (Eyes eyes : Eyes.values()) {
        own(nanos, eyes)[turn] = turn(eyes, turn, operation);
      }
    }
    double plain = median(own(nanos, Eyes.PLAIN));
    for (Eyes eyes : Eyes.values()) {
      double own = median(own(nanos, eyes));
      System.out.printf(
          Locale.ROOT, "%s %-16s %8.1f ns/op  %.3f%n", workload, eyes, own, own / plain);
    }
  }

  private static <T> T own(Map<Eyes, T> all, Eyes eyes) {
    return Objects.requireNonNull(all.get(eyes));
  }

  private double median(double[] all) {
    double[] sorted = Arrays.copyOfRange(all, turns / 3, turns);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Nanoseconds an operation. */
  private double turn(Eyes eyes, int turn, Operation operation) throws Exception {
    Db db = own(stores, eyes);
    try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
      if (eyes == Eyes.FLIGHT_RECORDER) {
        recording.start();
      }
      SplittableRandom random = new SplittableRandom(turn);
      ByteBuffer key = ByteBuffer.allocate(16);
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (int i = 0; i < operations; i++) {
        key.putLong(8, random.nextInt(operations * 10));
        operation.on(db, key.array());
      }
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      return (double) (end - begin) / operations;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
