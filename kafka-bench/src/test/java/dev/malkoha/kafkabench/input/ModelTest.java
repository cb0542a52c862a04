package dev.malkoha.kafkabench.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.input.Chunk.ProfileUpdate;
import dev.malkoha.kafkabench.input.Chunk.Sent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The model's states of an input that is small enough to reckon by hand. */
final class ModelTest {

  private static final long T = Times.CLOSE - Times.WINDOW.toMillis();
  private static final long OLD = Times.BEGIN;
  private static final Sent FIRST = new Sent(T, new Event(5, 0, 1, 10));

  private static Model model() {
    Model model = new Model(1);
    long gap = Times.GAP.toMillis();
    model.add(
        new Chunk(
            List.of(
                new ProfileUpdate(5, OLD, new Profile(3, 0)),
                new ProfileUpdate(5, OLD, new Profile(3, 1)),
                new ProfileUpdate(6, OLD, new Profile(4, 0))),
            List.of(
                FIRST,
                new Sent(T + gap + 1, new Event(5, 1, 2, 20)),
                FIRST,
                new Sent(T + gap / 2, new Event(5, 2, 3, 30)),
                new Sent(OLD, new Event(6, 3, 1, 40)))));
    return model;
  }

  @Test
  void anEventThatComesAgainCountsOnce() {
    assertEquals(new Tally(3, 3, 60).toString(), model().totals().value("5"));
    assertEquals(4, model().ids());
    assertEquals("0", model().seen().value("0@" + T));
    assertEquals("3", model().seen().value("2@" + (T + Times.GAP.toMillis() / 2)));
    assertNull(model().seen().value("2@" + T));
  }

  @Test
  void tablesAreJoinedWithTheNewestProfile() {
    assertEquals(new Card(3, 3, 60, 3, 1).toString(), model().cards().value("5"));
    long place = Model.regionKey(new Profile(3, 9), 5);
    assertEquals(new Tally(3, 3, 60).toString(), model().regions().value(Long.toString(place)));
  }

  @Test
  void aLaterEventJoinsSessionsBeforeAndBehindIt() {
    String whole = Keys.session(5, T, T + Times.GAP.toMillis() + 1);
    assertEquals("[1, 2, 3]", model().sessions().value(whole));
    assertEquals(1, model().sessions().keys().count());
  }

  @Test
  void whatHasExpiredMayBeThereOrNot() {
    String old = Keys.at(6, Times.windowOf(OLD));
    assertEquals(new Tally(1, 1, 40).toString(), model().windows().value(old));
    assertFalse(model().windows().mustBeThere(old));
    assertTrue(model().windows().mustBeThere(Keys.at(5, Times.windowOf(T))));
    assertEquals(2, model().windows().keys().count());
  }
}
