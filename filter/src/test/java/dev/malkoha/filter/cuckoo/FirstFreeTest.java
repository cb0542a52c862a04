package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstFreeTest {

  @ParameterizedTest
  @CsvSource({
    "3, 3, 0", "1, 3, 2", "2, 3, 2", "0, 3, 2", "1, 1, 0", "2, 2, 1", "0, 1, 2", "0, 2, 3",
    "3, 0, 0",
  })
  void theEmptierWindowComesFirstThenTheFirstThenTheLeftSlot(int first, int second, int candidate) {
    assertEquals(candidate, FirstFree.candidate(FirstFree.of(first, second)));
  }

  @Test
  void theLabelIsTheStepsToAFreeSlotIfTheKeyMustLeave() {
    for (int free = 0; free < 16; free++) {
      int choice = FirstFree.of(free & 3, free >> 2);
      int slots = Integer.bitCount(free);
      assertEquals(slots == 0 ? 0 : 1, FirstFree.placed(choice));
      assertEquals(slots == 0 ? 0 : slots == 1 ? 2 : 1, FirstFree.label(choice));
    }
  }
}
