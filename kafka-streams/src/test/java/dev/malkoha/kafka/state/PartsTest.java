package dev.malkoha.kafka.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How many entries are cut into parts. */
class PartsTest {

  private static List<List<Integer>> cut(long bytesMax, Integer... sizes) {
    return Parts.of(List.of(sizes), bytesMax, size -> size);
  }

  @Test
  void littleIsOnePart() {
    assertEquals(List.of(List.of(100, 200, 300)), cut(1000, 100, 200, 300));
    assertEquals(List.of(), cut(1000));
  }

  @Test
  void aPartHasAsMuchAsItMay() {
    assertEquals(
        List.of(List.of(436, 436), List.of(437), List.of(436, 100)),
        cut(1000, 436, 436, 437, 436, 100));
  }

  @Test
  void whatIsTooLargeByItselfIsAPart() {
    assertEquals(
        List.of(List.of(10), List.of(5000), List.of(7000), List.of(10, 20)),
        cut(1000, 10, 5000, 7000, 10, 20));
  }

  @Test
  void entriesOfNoBytesCountToo() {
    assertEquals(List.of(List.of(0, 0), List.of(0)), cut(128, 0, 0, 0));
  }
}
