package dev.malkoha.engine.jobs;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures, on a real disk, what memtables hold back: the space of what was deleted, and the log.
 * No test: it runs where {@code malkoha.held} names what to do, for {@code malkoha.seconds} at
 * {@code malkoha.rate} operations a second, and prints what it finds.
 */
@EnabledIfSystemProperty(named = "malkoha.held", matches = "deletes|range|cold|mix")
final class HeldBackProbe {

  private static final int SECONDS = Integer.getInteger("malkoha.seconds", 20);
  private static final double RATE = Integer.getInteger("malkoha.rate", 100);
  private static final int ENTRIES = Integer.getInteger("malkoha.entries", 200_000);
  private static final int DELETES_IN_100 = Integer.getInteger("malkoha.deletes", 20);

  @TempDir private Path scratch;

  private final SplittableRandom random = new SplittableRandom(1);
  private final byte[] value = new byte[400];

  @Test
  void measure() throws IOException {
    try (Db db = Db.open(store())) {
      switch (String.valueOf(System.getProperty("malkoha.held"))) {
        case "cold" -> cold(db);
        case "mix" -> mix(db);
        case "range" -> deletes(db, true);
        default -> deletes(db, false);
      }
    }
    say("the log after closing: %,d bytes", bytes(".log"));
  }

  private Path store() {
    return scratch.resolve("store");
  }

  /** All is deleted, and then others write. */
  private void deletes(Db db, boolean byRange) throws IOException {
    fill(db);
    if (byRange) {
      db.deleteRange(key("s", 0), key("s", ENTRIES));
    } else {
      for (int i = 0; i < ENTRIES; i++) {
        db.delete(key("s", i));
      }
    }
    atRate(put -> write(db, "t", put % 20_000), () -> say("on disk: %,d bytes", bytes("")));
    say("flushed and compacted: %,d bytes", written(db));
  }

  /** One key in one keyspace, all else in another, and a checkpoint every second. */
  private void cold(Db db) throws IOException {
    write(db.keyspace("cold"), "k", 0);
    Keyspace hot = db.keyspace("hot");
    int[] taken = {0};
    atRate(
        put -> write(hot, "k", put),
        () -> {
          long begun = System.nanoTime();
          Checkpoint checkpoint = db.checkpoint(scratch.resolve("checkpoint" + taken[0]++));
          long millis = (System.nanoTime() - begun) / 1_000_000;
          say("checkpoint in %,d ms: %s", millis, checkpoint.work());
          say("log: %,d bytes", bytes(".log"));
        });
  }

  /** Single deletes among puts. */
  private void mix(Db db) throws IOException {
    fill(db);
    db.flush();
    db.awaitIdle();
    long before = written(db);
    atRate(
        put -> {
          int entry = random.nextInt(ENTRIES);
          if (random.nextInt(100) < DELETES_IN_100) {
            db.delete(key("s", entry));
          } else {
            write(db, "s", entry);
          }
        },
        () -> {});
    say("flushed and compacted: %,d bytes", written(db) - before);
  }

  private void fill(Db db) {
    for (int i = 0; i < ENTRIES; i++) {
      write(db, "s", i);
    }
  }

  private void write(KeyValueMap map, String prefix, long number) {
    random.nextBytes(value);
    map.put(key(prefix, number), value);
  }

  private static byte[] key(String prefix, long number) {
    return String.format(Locale.ROOT, "%s%09d", prefix, number).getBytes(StandardCharsets.UTF_8);
  }

  /** Does something so many times a second, and something else every second. */
  private static void atRate(LongConsumer operation, Runnable everySecond) {
    long begun = System.nanoTime();
    long done = 0;
    for (int second = 0; second < SECONDS; ) {
      double elapsed = (System.nanoTime() - begun) / 1e9;
      if (elapsed > second) {
        everySecond.run();
        second++;
      } else if (done < elapsed * RATE) {
        operation.accept(done++);
      } else {
        LockSupport.parkNanos(500_000);
      }
    }
  }

  private static long written(Db db) {
    DbStats stats = db.stats();
    return stats.count("flush.written") + stats.count("compaction.written");
  }

  /** What the store's files of this kind take. */
  private long bytes(String ending) {
    try (Stream<Path> files = Files.walk(store())) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .mapToLong(HeldBackProbe::size)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException e) {
      return 0; // it has gone meanwhile
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that tests do not have
  private static void say(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
