package dev.malkoha.engine.heap;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Many keyspaces of one store that are all written to, with default options. */
final class WrittenKeyspaces {

  private static final int PUTS = 400_000;
  private static final int VALUE_BYTES = 100;
  private static final long PAUSE_MAX_NANOS = Duration.ofSeconds(1).toNanos();

  /** Filters, indexes, readers' arrays, and what the process itself takes. */
  private static final long ELSE_BYTES = 40 << 20;

  /** Memtables of many keys are counted by what they use, of arrays that double. */
  private static final double ROOM = 1.5;

  private WrittenKeyspaces() {}

  static void ten(Path directory) {
    write(directory, 10);
  }

  static void aThousand(Path directory) {
    write(directory, 1_000);
  }

  /** Half of the writes go anywhere, half of them to one keyspace in ten. */
  private static void write(Path directory, int count) {
    long before = Live.bytes();
    SplittableRandom random = new SplittableRandom(count);
    long longest = 0;
    long paused = 0;
    try (Db db = Db.open(directory, DbOptions.defaults())) {
      List<Keyspace> keyspaces = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        keyspaces.add(db.keyspace("keyspace " + i));
      }
      for (int i = 0; i < PUTS; i++) {
        int bound = random.nextBoolean() ? count : Math.max(1, count / 10);
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(random.nextLong()).array();
        long begin = System.nanoTime();
        keyspaces.get(random.nextInt(bound)).put(key, new byte[VALUE_BYTES]);
        long took = System.nanoTime() - begin;
        longest = Math.max(longest, took);
        paused += took > PAUSE_MAX_NANOS ? 1 : 0;
      }
      System.out.printf("longest put: %,d us, above a second: %d%n", longest / 1000, paused);
      long most = (long) (ROOM * db.options().memoryBytesMax()) + ELSE_BYTES;
      Live.check(before, most, PUTS + " puts in " + count + " keyspaces");
    }
  }
}
