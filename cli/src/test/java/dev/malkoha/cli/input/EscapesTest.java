package dev.malkoha.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EscapesTest {

  @Test
  void whatPrintsStandsForItself() {
    assertEquals(
        "java.base/ä→\uD83D\uDE00 x", Escapes.escape("java.base/ä→\uD83D\uDE00 x".getBytes(UTF_8)));
  }

  @Test
  void whatDoesNotPrintIsEscaped() {
    assertEquals(
        "\\t\\n\\r\\\\\\x00\\x1b\\x7f", Escapes.escape("\t\n\r\\\0\u001b\u007f".getBytes(UTF_8)));
    assertEquals("\\xe2\\x80\\xa8", Escapes.escape("\u2028".getBytes(UTF_8)));
    assertEquals("\\xc3(\\xff\\xe2\\x82", Escapes.escape(bytes(0xc3, '(', 0xff, 0xe2, 0x82)));
    assertEquals("\\xed\\xa0\\x80", Escapes.escape(bytes(0xed, 0xa0, 0x80)));
    assertEquals("\\xc0\\x80", Escapes.escape(bytes(0xc0, 0x80)));
  }

  @Test
  void anyBytesComeBackFromOneLine() throws MalformedLineException {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      String line = Escapes.escape(bytes);
      byte[] encoded = line.getBytes(UTF_8);
      String message = Trials.replay(EscapesTest.class);
      assertTrue(line.chars().noneMatch(c -> c == '\t' || c == '\n' || c == '\r'), message);
      assertArrayEquals(bytes, Escapes.unescape(encoded, 0, encoded.length), message);
    }
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
