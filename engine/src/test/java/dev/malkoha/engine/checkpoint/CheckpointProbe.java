package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures, on a real disk, how long a checkpoint of a large store takes beside a copy of its
 * bytes, and how long a put waits at most meanwhile. No test: it runs where {@code malkoha.probe}
 * names the store's size in MiB, and prints what it finds.
 */
@EnabledIfSystemProperty(named = "malkoha.probe", matches = "[0-9]+")
final class CheckpointProbe {

  private static final int VALUE_BYTES = 1000;
  private static final int CHECKPOINTS = 5;

  /** Puts a second, at most; 0 for as many as there can be, which then wait for flushes, too. */
  private static final long RATE = Long.getLong("malkoha.rate", 5_000);

  private final AtomicBoolean ended = new AtomicBoolean();

  /** The longest put since it was last asked for. */
  private final AtomicLong longest = new AtomicLong();

  private final AtomicLong puts = new AtomicLong();

  @Test
  void measure(@TempDir Path directory) throws Exception {
    long entries = (Long.getLong("malkoha.probe", 1024) << 20) / VALUE_BYTES;
    Path store = directory.resolve("store");
    try (Db db = Db.open(store, DbOptions.defaults())) {
      SplittableRandom random = new SplittableRandom(1);
      for (long i = 0; i < entries; i++) {
        put(db, random, i);
      }
      db.flush();
      db.awaitIdle();
      say("the store has %,d bytes of tables".formatted(db.stats().tableBytes()));
      say("copied and forced in %,d ms".formatted(copy(store, directory.resolve("copy"))));
      Thread writer = new Thread(() -> write(db, entries));
      writer.start();
      for (int i = 0; i < CHECKPOINTS; i++) {
        measure(db, directory.resolve("backup/" + i));
      }
      ended.set(true);
      writer.join();
    }
  }

  private void measure(Db db, Path to) throws InterruptedException {
    longest.set(0);
    long before = puts.get();
    long begin = System.nanoTime();
    Checkpoint taken = db.checkpoint(to);
    long nanos = System.nanoTime() - begin;
    long wait = longest.getAndSet(0);
    long during = puts.get() - before;
    Thread.sleep(Math.max(1, nanos / 1_000_000));
    say("checkpoint in %,d ms: %s".formatted(nanos / 1_000_000, taken.work()));
    say("%,d puts meanwhile, the longest %,d us".formatted(during, wait / 1000));
    say("as long without a checkpoint, the longest %,d us".formatted(longest.get() / 1000));
  }

  private void write(Db db, long entries) {
    SplittableRandom random = new SplittableRandom(2);
    while (!ended.get()) {
      long begin = System.nanoTime();
      put(db, random, random.nextLong(entries));
      long took = System.nanoTime() - begin;
      longest.accumulateAndGet(took, Math::max);
      puts.incrementAndGet();
      if (RATE > 0) {
        LockSupport.parkNanos(1_000_000_000L / RATE - took);
      }
    }
  }

  private static void put(Db db, SplittableRandom random, long number) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    db.put(Contents.bytes("key" + (1_000_000_000 + number)), value);
  }

  private static long copy(Path from, Path to) throws IOException {
    long begin = System.nanoTime();
    Files.createDirectory(to);
    List<Path> files;
    try (Stream<Path> all = Files.list(from)) {
      files = all.toList();
    }
    for (Path file : files) {
      try (FileInputStream in = new FileInputStream(file.toFile());
          FileOutputStream out =
              new FileOutputStream(to.resolve(file.getFileName().toString()).toFile())) {
        in.transferTo(out);
        out.getFD().sync();
      }
    }
    return (System.nanoTime() - begin) / 1_000_000;
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
