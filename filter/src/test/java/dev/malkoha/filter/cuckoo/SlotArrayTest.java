package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlotArrayTest {

  @Test
  void itIsAnArrayOfNumbersForEveryWidth() {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int width = 4; width <= 32; width++) {
      CuckooGeometry geometry = new CuckooGeometry(width, 4, 1 + random.nextInt(30));
      int start = random.nextInt(9);
      SlotArray slots =
          new SlotArray(new byte[start + (int) geometry.payloadBytes()], start, width);
      long[] model = new long[(int) geometry.slots()];
      for (int step = 0; step < 2000; step++) {
        int at = random.nextInt(model.length);
        long value = random.nextLong(1L << width);
        if (model[at] == 0) {
          slots.fill(at, value);
        } else {
          slots.set(at, value);
        }
        model[at] = value;
        int look = random.nextInt(model.length);
        assertEquals(model[look], slots.get(look), () -> Trials.replay(SlotArrayTest.class));
      }
      for (int at = 0; at < model.length; at++) {
        assertEquals(model[at], slots.get(at), () -> Trials.replay(SlotArrayTest.class));
      }
    }
  }
}
