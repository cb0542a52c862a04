package dev.malkoha.kafka.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.Test;

class SegmentKeysTest {

  private static final Retention RETENTION = new Retention(1000, 256);
  private static final SegmentKeys WINDOWS = SegmentKeys.ofWindows(RETENTION);
  private static final SegmentKeys SESSIONS = SegmentKeys.ofSessions(RETENTION);

  @Test
  void aWindowIsSegmentKeyStartAndSequence() {
    byte[] entry = WINDOWS.entry(key("6b31"), 0x0345, 7);
    assertEquals(
        "0000000000000003" + "6b31" + "0000000000000345" + "00000007",
        HexFormat.of().formatHex(entry));
    assertEquals(3, SegmentKeys.segment(entry));
    assertEquals(key("6b31"), WINDOWS.key(entry));
    assertEquals(0x0345, WINDOWS.time(entry));
    assertEquals(7, WINDOWS.tail(entry));
  }

  @Test
  void aSessionIsSegmentKeyEndAndStart() {
    byte[] entry = SESSIONS.entry(key("6b31"), 0x0345, 0x0300);
    assertEquals(
        "0000000000000003" + "6b31" + "0000000000000345" + "0000000000000300",
        HexFormat.of().formatHex(entry));
    assertEquals(0x0345, SESSIONS.time(entry));
    assertEquals(0x0300, SESSIONS.tail(entry));
  }

  @Test
  void whatFollowsTheSegmentIsTheChangelogsKey() {
    for (SegmentKeys keys : new SegmentKeys[] {WINDOWS, SESSIONS}) {
      byte[] entry = keys.entry(key("00ff"), 70_000, 5);
      assertArrayEquals(entry, keys.ofChangelog(Arrays.copyOfRange(entry, 8, entry.length)));
    }
  }

  @Test
  void theEmptyKeyIsAKey() {
    byte[] entry = WINDOWS.entry(key(""), 1, 0);
    assertEquals(key(""), WINDOWS.key(entry));
    assertArrayEquals(entry, WINDOWS.ofChangelog(Arrays.copyOfRange(entry, 8, entry.length)));
  }

  @Test
  void aSegmentBeginsAboveAllEarlierOnes() {
    byte[] last = WINDOWS.entry(key("ffffff"), 767, Integer.MAX_VALUE);
    byte[] first = WINDOWS.entry(key(""), 768, 0);
    assertTrue(Arrays.compareUnsigned(last, SegmentKeys.first(3)) < 0);
    assertTrue(Arrays.compareUnsigned(first, SegmentKeys.first(3)) > 0);
  }

  @Test
  void refusesNegativeNumbers() {
    assertThrows(IllegalArgumentException.class, () -> WINDOWS.entry(key("00"), -1, 0));
    assertThrows(IllegalArgumentException.class, () -> SESSIONS.entry(key("00"), 5, -2));
  }

  @Test
  void refusesKeysOfOtherStores() {
    assertThrows(ProcessorStateException.class, () -> WINDOWS.ofChangelog(new byte[11]));
    assertThrows(ProcessorStateException.class, () -> SESSIONS.ofChangelog(new byte[15]));
    byte[] negative = new byte[16];
    Arrays.fill(negative, (byte) 0xff);
    assertThrows(ProcessorStateException.class, () -> WINDOWS.ofChangelog(negative));
  }

  private static Bytes key(String hex) {
    return Bytes.wrap(HexFormat.of().parseHex(hex));
  }
}
