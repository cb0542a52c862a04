package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which memtables are flushed as they hold back the log. */
class HeldLogTest {

  private static final long MIB = 1 << 20;
  private static final long MOST = 256 * MIB;

  private final List<LogNeeds.Need<String>> needs = new ArrayList<>();

  private void need(String tree, long fromMib, long heldBytes) {
    needs.add(new LogNeeds.Need<>(tree, fromMib * MIB, heldBytes, MOST));
  }

  private void assertHolders(long endMib, String... trees) {
    assertEquals(List.of(trees), LogNeeds.holders(needs, endMib * MIB));
  }

  @Test
  void nobodyNeedsTheLog() {
    assertHolders(1_000);
  }

  @Test
  void oneKeyThatHoldsBackMoreThanTwoSegments() {
    need("hot", 17, 60 * MIB);
    need("cold", 0, 100);
    assertHolders(100, "cold");
  }

  @Test
  void twoSegmentsAreNotTooMuch() {
    need("cold", 0, 100);
    need("hot", 16, 60 * MIB);
    assertHolders(100);
  }

  /** It would be flushed far too early. */
  @Test
  void aMemtableThatHoldsAQuarterOfItStays() {
    need("large", 0, 5 * MIB);
    need("hot", 20, 60 * MIB);
    assertHolders(100);
    needs.clear();
    need("small", 0, 4 * MIB);
    need("hot", 20, 60 * MIB);
    assertHolders(100, "small");
  }

  /** None of them alone would free anything. */
  @Test
  void thoseThatBeginTogetherGoTogether() {
    need("a", 0, 100);
    need("b", 0, 100);
    need("hot", 50, 60 * MIB);
    need("c", 1, 100);
    assertHolders(100, "a", "b", "c");
  }

  @Test
  void eachGroupPaysForItself() {
    need("a", 0, 100);
    need("b", 30, 20 * MIB);
    need("c", 60, 100);
    assertHolders(100, "a");
    needs.removeIf(need -> need.tree().equals("b"));
    assertHolders(100, "a", "c");
  }

  /** A thousand tables of one key each are not worth so little. */
  @Test
  void manyTinyOnesStay() {
    for (int i = 0; i < 1_000; i++) {
      need("tiny", 0, 100);
    }
    need("hot", 200, 60 * MIB);
    assertHolders(240);
  }

  @Test
  void oneThatHoldsBackMoreThanItsOptionsAllowGoesAlone() {
    for (int i = 0; i < 1_000; i++) {
      need("tiny" + i, 0, 100);
    }
    need("hot", 200, 60 * MIB);
    assertHolders(257, "tiny0");
  }
}
