package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ByteSizeTest {

  @Test
  void sizesHaveUnits() {
    assertEquals(1L << 30, ByteSize.parse("1g"));
    assertEquals(400L << 20, ByteSize.parse("400M"));
    assertEquals(512L << 10, ByteSize.parse("512k"));
    assertEquals(2L << 40, ByteSize.parse("2t"));
    assertEquals(123_456, ByteSize.parse("123456"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "g", "0m", "-1g", "1.5g", "1gb", "1 g", "99999999999999999999"})
  void otherTextsAreNone(String text) {
    assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text));
  }
}
