package dev.malkoha.kafkabench.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.input.Chunk.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What topology and model take for granted of an input. */
final class InputTest {

  private static final long RECORDS = 20_000;

  private static List<Chunk> chunks(long seed) {
    Input input = new Input(seed, RECORDS);
    List<Chunk> chunks = new ArrayList<>();
    chunks.add(input.first());
    for (int i = 0; i < Input.CHUNKS; i++) {
      chunks.add(input.next());
    }
    chunks.add(input.last());
    return chunks;
  }

  private static List<Sent> events(long seed) {
    return chunks(seed).stream().flatMap(chunk -> chunk.events().stream()).toList();
  }

  @Test
  void aSeedSaysItAll() {
    assertEquals(chunks(1), chunks(1));
    assertTrue(!chunks(1).equals(chunks(2)));
    assertEquals(new Input(1, RECORDS).events(), events(1).size());
  }

  @Test
  void eventsOfAUserComeInOrderAndThoseSentAgainAreTheSame() {
    Map<Long, Sent> byId = new HashMap<>();
    Map<Long, Long> sequences = new HashMap<>();
    int again = 0;
    for (Sent sent : events(3)) {
      Sent first = byId.putIfAbsent(sent.event().id(), sent);
      if (first == null) {
        long last = sequences.merge(sent.event().user(), sent.event().sequence(), (a, b) -> b);
        assertEquals(sent.event().sequence(), last);
        assertEquals(byId.size() - 1, sent.event().id());
      } else {
        assertEquals(first, sent);
        again++;
      }
    }
    sequences.forEach(
        (user, last) ->
            assertEquals(
                last, byId.values().stream().filter(s -> s.event().user() == user).count()));
    assertTrue(again > RECORDS / 40, again + " events came again");
  }

  /** Else a window would be closed before its last event. */
  @Test
  void noEventIsLaterThanTheGraceEvenIfTwoChunksAreProcessedAgain() {
    long newest = 0;
    long latest = 0;
    for (Sent sent : events(4)) {
      latest = Math.max(latest, newest - sent.time());
      newest = Math.max(newest, sent.time());
    }
    long twoChunks = Times.WINDOW.toMillis() * Times.WINDOWS * 2 / Input.CHUNKS;
    assertTrue(latest > 0 && latest + twoChunks < Times.GRACE.toMillis(), latest + " ms");
  }

  @Test
  void tooFewRecordsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Input(1, 999));
  }
}
