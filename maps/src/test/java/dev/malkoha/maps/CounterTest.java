package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CounterTest {

  @Test
  void countsWhateverIsFlushed() {
    try (Db db = Db.inMemory()) {
      Counter<String> visits =
          Counter.of(db.keyspace("visits", Counter.options()), Codecs.strings());
      visits.increment("home");
      visits.add("news", 5);
      try (Snapshot before = db.snapshot()) {
        db.flush();
        visits.add("home", 2);
        visits.add("news", -5);
        assertEquals(
            List.of(Map.entry("home", 3L), Map.entry("news", 0L)),
            visits.counts().stream(KeyRange.all()).toList());
        assertEquals(5L, visits.at(before).get("news"));
      }
      visits.reset("home");
      visits.increment("home");
      assertEquals(1, visits.get("home"));
      assertEquals(0, visits.get("nobody"));
    }
  }

  @Test
  void threadsAndTransactionsLoseNothing() {
    try (Db db = Db.inMemory()) {
      Counter<Integer> counts = Counter.of(db.keyspace("c", Counter.options()), Codecs.ints());
      IntStream.range(0, 4_000)
          .parallel()
          .forEach(
              i -> {
                if (i % 4 == 0) {
                  db.runInTransaction(transaction -> counts.add(transaction, 7, i));
                } else {
                  counts.add(7, i);
                }
              });
      assertEquals(4_000L * 3_999 / 2, counts.get(7));
    }
  }

  @Test
  void aKeyspaceOfSomethingElseIsRefused() {
    try (Db db = Db.inMemory()) {
      Counter<Integer> counts = Counter.of(db.keyspace("plain"), Codecs.ints());
      assertThrows(IllegalStateException.class, () -> counts.increment(1));
      db.keyspace("plain").put(Codecs.ints().encode(1), new byte[3]);
      assertThrows(CodecException.class, () -> counts.get(1));
    }
  }
}
