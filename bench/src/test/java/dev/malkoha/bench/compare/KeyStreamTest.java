package dev.malkoha.bench.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class KeyStreamTest {

  @Test
  void aLimitedStreamEndsThereAndNotBefore() throws IOException {
    Dataset data = SmallData.of(10);
    byte[][] four = new byte[4][];

    KeyStream keys = KeyStream.limited(data.keys(data.all()), 6);

    assertEquals(4, keys.fill(four));
    assertArrayEquals(data.key(3), four[3]);
    assertEquals(2, keys.fill(four));
    assertArrayEquals(data.key(5), four[1]);
    assertEquals(0, keys.fill(four));
    KeyStream all = KeyStream.limited(data.keys(data.all()), 11);
    assertEquals(10, all.fill(new byte[16][]));
    assertEquals(0, all.fill(four));
  }
}
