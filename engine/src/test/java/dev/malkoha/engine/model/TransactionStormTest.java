package dev.malkoha.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.model.DependencyGraph.Done;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A test of threads: they are in each other's way, with memtables that are flushed every few
 * writes. No update is lost, no money is made, and serializable transactions are as if they had
 * been done one by one.
 */
@Tag("hunt")
@Timeout(value = 2, unit = TimeUnit.HOURS)
class TransactionStormTest {

  private static final int THREADS = 8;
  private static final int INCREMENTS = Trials.count(300);
  private static final int TRANSACTIONS = Trials.count(4_000);
  private static final int TRANSFERS = Trials.count(400);
  private static final int ACCOUNTS = 1_000;
  private static final long DEPOSIT = 100;
  private static final int KEYS = 10;

  private final Db db =
      Stores.open(
          new SimulatedDisk(),
          DbOptions.builder().memTableBytes(8192).tableBytes(8192).backgroundThreads(2).build(),
          Workers.threads(2));

  /** What one of the threads does. */
  private interface Work {
    void run(SplittableRandom random) throws Exception;
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static void inThreads(Work work) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        all.add(
            threads.submit(
                () -> {
                  work.run(random);
                  return null;
                }));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    }
  }

  private static byte[] key(int number) {
    byte[] key = new byte[Integer.BYTES];
    Bytes.putInt(key, 0, number);
    return key;
  }

  private static byte[] value(long number) {
    byte[] value = new byte[Long.BYTES];
    Bytes.putLong(value, 0, number);
    return value;
  }

  private static long number(byte[] value) {
    return value == null ? 0 : Bytes.getLong(value, 0);
  }

  @Test
  void updatesCountExactly() throws Exception {
    inThreads(
        random -> {
          for (int i = 0; i < INCREMENTS; i++) {
            db.update(key(0), value -> value(number(value) + 1));
            db.update(key(1 + random.nextInt(3)), value -> value(number(value) + 1));
          }
        });
    assertEquals((long) THREADS * INCREMENTS, number(db.get(key(0))));
    long others = number(db.get(key(1))) + number(db.get(key(2))) + number(db.get(key(3)));
    assertEquals((long) THREADS * INCREMENTS, others);
  }

  @Test
  void comparisonsCountExactly() throws Exception {
    inThreads(
        random -> {
          for (int i = 0; i < INCREMENTS; ) {
            byte[] before = db.get(key(0));
            i += db.compareAndSet(key(0), before, value(number(before) + 1)) ? 1 : 0;
          }
        });
    assertEquals((long) THREADS * INCREMENTS, number(db.get(key(0))));
  }

  @Test
  void transactionsCountExactly() throws Exception {
    inThreads(
        random -> {
          for (int i = 0; i < INCREMENTS; i++) {
            db.runInTransaction(
                tx -> {
                  tx.put(key(0), value(number(tx.get(key(0))) + 1));
                });
          }
        });
    assertEquals((long) THREADS * INCREMENTS, number(db.get(key(0))));
  }

  @Test
  void moneyIsNeitherMadeNorLost() throws Exception {
    for (int i = 0; i < ACCOUNTS; i++) {
      db.put(key(i), value(DEPOSIT));
    }
    inThreads(
        random -> {
          for (int i = 0; i < TRANSFERS; i++) {
            transfer(random.nextInt(ACCOUNTS), random.nextInt(ACCOUNTS), random.nextInt(50));
            if (i % 50 == 0) {
              try (Snapshot now = db.snapshot();
                  Cursor cursor = db.scan(KeyRange.all(), now)) {
                assertEquals(ACCOUNTS * DEPOSIT, sum(cursor));
              }
            }
          }
        });
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertEquals(ACCOUNTS * DEPOSIT, sum(cursor));
    }
  }

  private void transfer(int from, int to, long most) {
    db.runInTransaction(
        tx -> {
          long balance = number(tx.get(key(from)));
          long amount = Math.min(balance, most);
          tx.put(key(from), value(balance - amount));
          tx.put(key(to), value(number(tx.get(key(to))) + amount));
        });
  }

  private static long sum(Cursor cursor) {
    long sum = 0;
    while (cursor.next()) {
      long balance = number(cursor.value());
      assertTrue(balance >= 0);
      sum += balance;
    }
    return sum;
  }

  @Test
  void serializableOnesAreAsIfOneByOne() throws Exception {
    List<List<Done>> byThread = new ArrayList<>();
    inThreads(
        random -> {
          List<Done> done = new ArrayList<>();
          synchronized (byThread) {
            byThread.add(done);
          }
          while (done.size() * THREADS < TRANSACTIONS) {
            try (Transaction tx = db.transaction().serializable()) {
              Done one = readAndWrite(tx, random);
              tx.commit();
              done.add(one);
            } catch (TransactionConflictException e) {
              // as it should be: another one was first
            }
          }
        });
    List<Done> all = byThread.stream().flatMap(List::stream).toList();
    assertFalse(new DependencyGraph(all).hasCycle());
  }

  /** Reads some keys, one by one or by a walk, and makes new versions of some of these. */
  private static Done readAndWrite(Transaction tx, SplittableRandom random) {
    Done done = new Done(new HashMap<>(), new HashMap<>());
    if (random.nextInt(4) == 0) {
      int from = random.nextInt(KEYS);
      int to = Math.min(KEYS, from + 1 + random.nextInt(4));
      for (int key = from; key < to; key++) {
        done.read().put(key, 0L);
      }
      try (Cursor cursor = tx.scan(KeyRange.between(bigEndian(from), bigEndian(to)))) {
        while (cursor.next()) {
          done.read().put((int) cursor.key()[0], number(cursor.value()));
        }
      }
    } else {
      for (int reads = 1 + random.nextInt(3); reads > 0; reads--) {
        int key = random.nextInt(KEYS);
        done.read().put(key, number(tx.get(bigEndian(key))));
      }
    }
    done.read()
        .forEach(
            (key, version) -> {
              if (random.nextInt(2) == 0) {
                tx.put(bigEndian(key), value(version + 1));
                done.made().put(key, version + 1);
              }
            });
    return done;
  }

  private static byte[] bigEndian(int key) {
    return new byte[] {(byte) key};
  }

  /** What is not asked for is not given, and the graph shows it. */
  @Test
  void othersSkewTheirWrites() {
    List<Done> all = new ArrayList<>();
    try (Transaction one = db.transaction();
        Transaction two = db.transaction()) {
      skew(one, 0, 1, all);
      skew(two, 1, 0, all);
      one.commit();
      two.commit();
    }
    assertTrue(new DependencyGraph(all).hasCycle());
    List<Done> refused = new ArrayList<>();
    try (Transaction one = db.transaction().serializable();
        Transaction two = db.transaction().serializable()) {
      skew(one, 2, 3, refused);
      skew(two, 3, 2, refused);
      one.commit();
      assertThrows(TransactionConflictException.class, two::commit);
    }
    assertFalse(new DependencyGraph(refused.subList(0, 1)).hasCycle());
  }

  private static void skew(Transaction tx, int written, int read, List<Done> all) {
    long other = number(tx.get(bigEndian(read)));
    long own = number(tx.get(bigEndian(written)));
    tx.put(bigEndian(written), value(own + 1));
    all.add(new Done(Map.of(read, other, written, own), Map.of(written, own + 1)));
  }
}
