package dev.malkoha.engine.observe;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Measures what it costs to be watched: {@code readrandom} and {@code fillrandom} plain, with
 * latencies, and with Flight Recorder, alternating, so that a machine's moods meet all of them.
 * Prints the medians and their ratios. Arguments: entries, rounds.
 */
public final class EyesProbe {

  private static final int VALUE_BYTES = 100;

  private enum Eyes {
    PLAIN,
    LATENCIES,
    FLIGHT_RECORDER
  }

  private final int entries;
  private final byte[] value = new byte[VALUE_BYTES];

  private EyesProbe(int entries) {
    this.entries = entries;
    new SplittableRandom(1).nextBytes(value);
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    EyesProbe probe = new EyesProbe(Integer.parseInt(arguments[0]));
    int rounds = Integer.parseInt(arguments[1]);
    Map<Eyes, double[]> fills = new EnumMap<>(Eyes.class);
    Map<Eyes, double[]> reads = new EnumMap<>(Eyes.class);
    for (Eyes eyes : Eyes.values()) {
      fills.put(eyes, new double[rounds]);
      reads.put(eyes, new double[rounds]);
    }
    for (int round = -1; round < rounds; round++) { // the first one warms up
      for (Eyes eyes : Eyes.values()) {
        double[] nanos = probe.measure(eyes, Math.max(0, round));
        fills.get(eyes)[Math.max(0, round)] = nanos[0];
        reads.get(eyes)[Math.max(0, round)] = nanos[1];
      }
    }
    print("fillrandom", fills);
    print("readrandom", reads);
  }

  private static void print(String workload, Map<Eyes, double[]> nanos) {
    double plain = median(nanos.get(Eyes.PLAIN));
    for (Eyes eyes : Eyes.values()) {
      double own = median(nanos.get(eyes));
      System.out.printf(
          Locale.ROOT, "%s %-16s %8.1f ns/op  %.3f%n", workload, eyes, own, own / plain);
    }
  }

  private static double median(double[] all) {
    double[] sorted = all.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Nanoseconds a put, and a get. */
  private double[] measure(Eyes eyes, int seed) throws Exception {
    Path directory = Files.createTempDirectory("malkoha-eyes");
    DbOptions options = DbOptions.builder().latencies(eyes == Eyes.LATENCIES).build();
    try (Recording recording = new Recording(Configuration.getConfiguration("default"));
        Db db = Db.open(directory, options)) {
      if (eyes == Eyes.FLIGHT_RECORDER) {
        recording.start();
      }
      double fill = time(seed, key -> db.put(key, value));
      db.awaitIdle();
      double read = time(seed, db::get);
      return new double[] {fill, read};
    } finally {
      delete(directory);
    }
  }

  private interface Operation {
    void on(byte[] key);
  }

  private double time(int seed, Operation operation) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] key = new byte[16];
    ByteBuffer number = ByteBuffer.wrap(key);
    long begin = System.nanoTime();
    for (int i = 0; i < entries; i++) {
      number.putLong(8, random.nextInt(entries));
      operation.on(key);
    }
    return (double) (System.nanoTime() - begin) / entries;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
