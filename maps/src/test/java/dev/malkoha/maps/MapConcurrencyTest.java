package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What holds under every schedule of threads that write the same keys. */
final class MapConcurrencyTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 500;

  private interface Task {
    long run(int thread, Random random);
  }

  /** The results of a task in some threads, one for each. */
  private static List<Long> inThreads(Task task) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        tasks.add(() -> task.run(thread, new Random(thread)));
      }
      List<Long> results = new ArrayList<>();
      for (Future<Long> result : threads.invokeAll(tasks)) {
        results.add(result.get());
      }
      return results;
    }
  }

  private static long sum(Iterable<Long> numbers) {
    long sum = 0;
    for (long number : numbers) {
      sum += number;
    }
    return sum;
  }

  private static TypedMap<Integer, Long> counts(Db db) {
    return TypedMap.of(db, Codecs.ints(), Codecs.longs());
  }

  @Test
  void noChangeIsLost() throws Exception {
    try (Db db = Db.inMemory()) {
      ConcurrentNavigableMap<Integer, Long> map = counts(db).asNavigableMap();
      List<Long> added =
          inThreads(
              (thread, random) -> {
                for (int i = 0; i < ROUNDS; i++) {
                  int key = random.nextInt(3);
                  switch (i % 4) {
                    case 0 -> map.merge(key, 1L, Long::sum);
                    case 1 -> map.compute(key, (k, old) -> old == null ? 1 : old + 1);
                    case 2 -> counts(db).update(key, old -> old == null ? 1 : old + 1);
                    default -> replaced(map, key);
                  }
                }
                return ROUNDS;
              });
      assertEquals(sum(added), sum(map.values()));
    }
  }

  private static void replaced(ConcurrentNavigableMap<Integer, Long> map, int key) {
    while (true) {
      Long old = map.putIfAbsent(key, 1L);
      if (old == null || map.replace(key, old, old + 1)) {
        return;
      }
    }
  }

  @Test
  void whatIsTakenIsTakenOnce() throws Exception {
    try (Db db = Db.inMemory()) {
      ConcurrentNavigableMap<Integer, Long> map = counts(db).asNavigableMap();
      for (int i = 0; i < ROUNDS; i++) {
        map.put(i, (long) i);
      }
      List<Long> taken =
          inThreads(
              (thread, random) -> {
                long sum = 0;
                Map.Entry<Integer, Long> entry = map.firstEntry();
                while (entry != null) {
                  Long found =
                      switch (random.nextInt(3)) {
                        case 0 -> map.remove(entry.getKey());
                        case 1 ->
                            map.remove(entry.getKey(), entry.getValue()) ? entry.getValue() : null;
                        default ->
                            value(thread % 2 == 0 ? map.pollFirstEntry() : map.pollLastEntry());
                      };
                  sum += found == null ? 0 : found;
                  entry = map.firstEntry();
                }
                return sum;
              });
      assertEquals(ROUNDS * (ROUNDS - 1L) / 2, sum(taken));
      assertTrue(map.isEmpty());
    }
  }

  private static Long value(Map.Entry<Integer, Long> entry) {
    return entry == null ? 0L : entry.getValue();
  }

  @Test
  void oneIsFirst() throws Exception {
    try (Db db = Db.inMemory()) {
      TypedMap<Integer, Long> typed = counts(db);
      List<Long> firsts =
          inThreads(
              (thread, random) -> {
                long first = 0;
                for (int i = 0; i < ROUNDS; i++) {
                  long mine = thread;
                  boolean isFirst =
                      switch (random.nextInt(3)) {
                        case 0 -> typed.putIfAbsent(i, mine);
                        case 1 -> typed.compareAndSet(i, null, mine);
                        default -> typed.asConcurrentMap().putIfAbsent(i, mine) == null;
                      };
                  first += isFirst ? 1 : 0;
                }
                return first;
              });
      assertEquals(ROUNDS, sum(firsts));
      assertEquals(ROUNDS, typed.count(dev.malkoha.engine.KeyRange.all()));
      assertNull(typed.get(ROUNDS));
    }
  }
}
