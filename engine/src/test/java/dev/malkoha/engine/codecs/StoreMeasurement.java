package dev.malkoha.engine.codecs;

import com.sun.management.OperatingSystemMXBean;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * What each compression costs a store in processor time, of all threads while it is loaded, of the
 * reader while it is read: a program to be run by hand. For every compression in turn, as often as
 * there are rounds: load in random order, flush and settle, read at random with a cache of 1 MiB so
 * that most gets unpack a block, scan all.
 *
 * <p>Arguments: an empty directory, entries, rounds. The first round is for warming up.
 */
final class StoreMeasurement {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int VALUE_LENGTH = 100;
  private static final int FRESH = 50;

  private final Path directory;
  private final int entries;

  private StoreMeasurement(Path directory, int entries) {
    this.directory = directory;
    this.entries = entries;
  }

  public static void main(String[] args) throws IOException {
    StoreMeasurement measurement =
        new StoreMeasurement(Path.of(args[0]), Integer.parseInt(args[1]));
    System.out.println("round compression  load us/op  get us/op  scan ns/entry  bytes/entry");
    for (int round = 0; round < Integer.parseInt(args[2]); round++) {
      for (Compression compression : Compression.values()) {
        measurement.run(round, compression);
      }
    }
  }

  private void run(int round, Compression compression) throws IOException {
    Path store = directory.resolve(compression + "-" + round);
    DbOptions options =
        DbOptions.builder().compression(compression).blockCacheBytes(1 << 20).build();
    try (Db db = Db.open(store, options)) {
      double load = nanos(() -> load(db), PROCESS::getProcessCpuTime) / entries;
      db.compact();
      long bytes = tableBytes(store);
      double get = nanos(() -> get(db), THREADS::getCurrentThreadCpuTime) / (entries / 4.0);
      double scan = nanos(() -> scan(db), THREADS::getCurrentThreadCpuTime) / entries;
      System.out.printf(
          "%5d %-11s %11.3f %10.3f %14.1f %12.1f%n",
          round, compression, load / 1000, get / 1000, scan, (double) bytes / entries);
    }
    delete(store);
  }

  private static double nanos(Runnable work, LongSupplier clock) {
    long start = clock.getAsLong();
    work.run();
    return clock.getAsLong() - start;
  }

  private void load(Db db) {
    SplittableRandom random = new SplittableRandom(1);
    byte[] value = new byte[VALUE_LENGTH];
    for (int i = 0; i < entries; i++) {
      for (int b = 0; b < FRESH; b++) {
        value[b] = (byte) random.nextInt(' ', '~' + 1);
        value[FRESH + b] = value[b];
      }
      db.put(key(scatter(i)), value);
    }
    db.flush();
    db.awaitIdle();
  }

  private void get(Db db) {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < entries / 4; i++) {
      byte[] value = db.get(key(scatter(random.nextInt(entries))));
      require(value != null && value.length == VALUE_LENGTH);
    }
  }

  private void scan(Db db) {
    int count = 0;
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        count++;
      }
    }
    require(count == entries);
  }

  /** Another number for each number. */
  private static long scatter(long number) {
    return (number * 0x9E3779B97F4A7C15L) >>> 1;
  }

  private static byte[] key(long number) {
    byte[] key = new byte[16];
    Arrays.fill(key, (byte) '0');
    long rest = number;
    for (int i = key.length - 1; rest > 0 && i >= 0; i--) {
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }

  private static void require(boolean isSo) {
    if (!isSo) {
      throw new IllegalStateException("the store gave a wrong answer");
    }
  }

  private static long tableBytes(Path store) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".sst")).toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  private static void delete(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(store);
  }
}
