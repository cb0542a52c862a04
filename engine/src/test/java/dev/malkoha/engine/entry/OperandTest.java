package dev.malkoha.engine.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.FormatPage;
import dev.malkoha.engine.MergeFunctions;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class OperandTest {

  private static long tag(long sequence) {
    return EntryKind.tag(sequence, EntryKind.MERGE);
  }

  @Test
  void encodesTheExampleOfItsFormatPage() throws IOException {
    byte[] value = Operand.encode(2, MergeFunctions.number(5));
    assertArrayEquals(FormatPage.exampleBytes("operand.md"), value);
    assertEquals(7, Operand.first(tag(9), value, 0, value.length));
    assertArrayEquals(MergeFunctions.number(5), Operand.bytes(value, 0, value.length));
  }

  @Test
  void readsWhatLiesInTheMiddleOfABuffer() {
    byte[] buffer = {9, (byte) 0x80, 1, 4, 5, 9}; // a reach of 128
    assertEquals(872, Operand.first(tag(1000), buffer, 1, 4));
    assertArrayEquals(new byte[] {4, 5}, Operand.bytes(buffer, 1, 4));
  }

  @Test
  void refusesAReachThatLeadsNowhere() {
    byte[] value = Operand.encode(9, new byte[0]);
    assertEquals(1, Operand.first(tag(10), value, 0, value.length));
    assertThrows(DbCorruptionException.class, () -> Operand.first(tag(9), value, 0, value.length));
    assertThrows(DbCorruptionException.class, () -> Operand.first(tag(9), new byte[] {-1}, 0, 1));
    assertThrows(DbCorruptionException.class, () -> Operand.bytes(new byte[0], 0, 0));
  }
}
