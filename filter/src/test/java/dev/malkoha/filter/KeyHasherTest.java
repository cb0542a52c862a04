package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyHasherTest {

  private static final long SEED = 0x9E37_79B9_7F4A_7C15L;

  /** Values that XXH3's own documentation and tests give for seed 0. */
  @Test
  void itIsXxh3() {
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0x2d06_8005_38d3_94c2L, new KeyHasher(0).hash(abc, 0, 0));
    assertEquals(0x78af_5f94_892f_3950L, new KeyHasher(0).hash(abc, 0, 3));
  }

  /**
   * The hash is part of the format: a change of these values makes every stored filter lie. Lengths
   * on both sides of each of XXH3's cases; byte i of the key is 31 i + 7.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 2d06800538d394c2, 602b0e2cd6662c8b",
    "1, 4c5cca45d0f4811f, 2f3acd3805f81de3",
    "3, 15f7093b173d005c, 079dd5d54d89480a",
    "4, dca012f95811b6b9, 1a246e2efb9c9b2e",
    "8, dec6a9a43575982e, 19ef7d3919108aff",
    "9, cbe393399f17ffbd, 9c98d3e24dc54d34",
    "16, 7e484c18d74895d0, a106510078b0a252",
    "17, 208bde5ee2bed407, 0b2caf8bf9648eff",
    "128, f92b70eaa21a6288, 95425530beb89fe8",
    "129, f8f76713f2bb60fa, 29fa850b97ed9666",
    "240, ccc7375172c41f03, 2d882e7899ff64cc",
    "241, 0b3b630948ce4a00, 422e82e8913e49e0",
    "1024, 23bc880ebf0d29c6, 7e249adc60e1f9b4"
  })
  void itsValuesNeverChange(int length, String unseeded, String seeded) {
    for (int offset : new int[] {0, 1, 5}) {
      byte[] key = new byte[offset + length + 2];
      for (int i = 0; i < length; i++) {
        key[offset + i] = (byte) (31 * i + 7);
      }
      assertEquals(
          Long.parseUnsignedLong(unseeded, 16), new KeyHasher(0).hash(key, offset, length));
      assertEquals(
          Long.parseUnsignedLong(seeded, 16), new KeyHasher(SEED).hash(key, offset, length));
    }
  }

  /** So is that of a prefix: the same of another domain. */
  @Test
  void thePrefixsHashNeverChanges() {
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    long prefixes = 0x243f_6a88_85a3_08d3L;
    assertEquals(0x78af_5f94_892f_3950L ^ prefixes, new KeyHasher(0).hashPrefix(abc, 0, 3));
    assertEquals(0x2d06_8005_38d3_94c2L ^ prefixes, new KeyHasher(0).hashPrefix(abc, 1, 0));
  }

  @Test
  void aRangeOutsideTheArrayIsRefused() {
    KeyHasher hasher = new KeyHasher(1);
    byte[] key = new byte[8];
    assertThrows(IndexOutOfBoundsException.class, () -> hasher.hash(key, 0, 9));
    assertThrows(IndexOutOfBoundsException.class, () -> hasher.hash(key, 8, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> hasher.hash(key, -1, 4));
    assertThrows(IndexOutOfBoundsException.class, () -> hasher.hash(key, 4, -1));
  }

  @Test
  void aNumberIsHashedAsItsBytes() {
    KeyHasher hasher = new KeyHasher(SEED);
    for (long key : new long[] {0, 1, -1, Long.MIN_VALUE, 0x0102030405060708L}) {
      byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(key).array();
      assertEquals(hasher.hash(bytes, 0, 8), hasher.hash(key));
    }
  }
}
