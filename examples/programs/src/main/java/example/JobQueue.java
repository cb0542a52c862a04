package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A queue of jobs that lose none: a job that was taken and not finished when the program ended is
 * waiting again when it is started. Any number of threads add and take.
 *
 * <p>Keys are numbers of eight bytes, the high byte first, so that the order of keys is that of
 * numbers. A job is moved from {@code waiting} to {@code taken} by one transaction.
 */
final class JobQueue {

  /** A job, and the number to finish it by. */
  record Job(long number, String text) {}

  private static final byte[] LAST = "last".getBytes(UTF_8);

  private final Db db;
  private final KeyValueMap waiting;
  private final KeyValueMap taken;
  private final KeyValueMap numbers;

  /** The queue in a store; what an earlier run took and did not finish is waiting again. */
  JobQueue(Db db) {
    this.db = db;
    this.waiting = db.keyspace("waiting");
    this.taken = db.keyspace("taken");
    this.numbers = db.keyspace("numbers");
    db.runInTransaction(
        tx -> {
          try (Entries unfinished = tx.in(taken).entries(KeyRange.all())) {
            for (Entry job : unfinished) {
              tx.in(waiting).put(job.key(), job.value());
              tx.in(taken).delete(job.key());
            }
          }
        });
  }

  /** Adds a job at the end. */
  void add(String text) {
    db.runInTransaction(
        tx -> {
          byte[] last = tx.in(numbers).get(LAST);
          byte[] number = bytes(last == null ? 1 : number(last) + 1);
          tx.in(numbers).put(LAST, number);
          tx.in(waiting).put(number, text.getBytes(UTF_8));
        });
  }

  /** Takes the first job; empty if none waits. */
  Optional<Job> take() {
    return db.inTransaction(
        tx -> {
          Entry first = tx.in(waiting).first();
          if (first == null) {
            return Optional.empty();
          }
          tx.in(waiting).delete(first.key());
          tx.in(taken).put(first.key(), first.value());
          return Optional.of(new Job(number(first.key()), new String(first.value(), UTF_8)));
        });
  }

  /** Forgets a job that was done. */
  void finish(Job job) {
    taken.delete(bytes(job.number()));
  }

  /** How many wait. */
  long size() {
    return waiting.count(KeyRange.all());
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static long number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong();
  }

  /** Adds 10,000 jobs, and does them by two threads. Takes a directory, or makes one. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("queue");
    try (Db db = Db.open(directory)) {
      JobQueue queue = new JobQueue(db);
      IntStream.range(0, 10_000).forEach(i -> queue.add("job " + i));
      AtomicInteger done = new AtomicInteger();
      List<Thread> workers =
          IntStream.range(0, 2)
              .mapToObj(i -> Thread.ofVirtual().start(() -> work(queue, done)))
              .toList();
      for (Thread worker : workers) {
        worker.join();
      }
      System.out.println(done + " jobs done, " + queue.size() + " left, in " + directory);
    }
  }

  private static void work(JobQueue queue, AtomicInteger done) {
    for (Optional<Job> job = queue.take(); job.isPresent(); job = queue.take()) {
      queue.finish(job.get());
      done.incrementAndGet();
    }
  }
}
