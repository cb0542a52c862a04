package dev.malkoha.engine.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.FormatPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BatchTest {

  private static byte[] encoded(Batch writer) {
    return Arrays.copyOf(writer.bytes(), writer.length());
  }

  private static Batch example() {
    Batch writer = new Batch();
    writer.add(0, Batch.PUT, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    writer.add(0, Batch.DELETE, "old".getBytes(UTF_8), Batch.NO_BYTES);
    writer.add(0, Batch.DELETE_RANGE, "b".getBytes(UTF_8), "d".getBytes(UTF_8));
    writer.add(300, Batch.PUT, "key".getBytes(UTF_8), "other".getBytes(UTF_8));
    writer.add(300, Batch.MERGE, "key".getBytes(UTF_8), "more".getBytes(UTF_8));
    writer.add(300, Batch.DELETE_RANGE, "x".getBytes(UTF_8), Batch.NO_BYTES);
    writer.stamp(7);
    return writer;
  }

  private static List<String> operations(byte[] batch) {
    List<String> seen = new ArrayList<>();
    long keyspace = 0;
    for (Batch.Reader at = new Batch.Reader(batch, 0, batch.length); at.next(); ) {
      if (at.keyspace != keyspace) {
        keyspace = at.keyspace;
        seen.add("in " + keyspace);
      }
      seen.add(at.kind + " " + new String(at.key(), UTF_8) + "=" + new String(at.value(), UTF_8));
    }
    return seen;
  }

  @Test
  void encodesTheExampleOfItsFormatPage() throws IOException {
    assertArrayEquals(FormatPage.exampleBytes("batch.md"), encoded(example()));
  }

  @Test
  void readsBackWhatWasWritten() {
    byte[] batch = encoded(example());
    assertEquals(7, Batch.firstSequence(batch, 0, batch.length));
    assertEquals(6, Batch.count(batch, 0, batch.length));
    assertEquals(
        List.of("1 key=value", "0 old=", "2 b=d", "in 300", "1 key=other", "5 key=more", "2 x="),
        operations(batch));
  }

  @Test
  void refusesUnknownKindsAndRangesThatHoldNoKey() {
    byte[] batch = encoded(example());
    int kindAt = Batch.HEADER_BYTES;
    for (int kind = Batch.INGESTION + 1; kind < 256; kind++) {
      if (kind != Batch.MERGE) { // a mark that is not alone is refused, too
        batch[kindAt] = (byte) kind;
        assertThrows(MalformedBytesException.class, () -> operations(batch), "kind " + kind);
      }
    }
    batch[kindAt] = Batch.PUT;
    int endAt = batch.length - 29; // before the operations in another keyspace
    for (byte end : new byte[] {'a', 'b'}) {
      batch[endAt] = end;
      assertThrows(MalformedBytesException.class, () -> operations(batch));
    }
    batch[endAt] = (byte) 0xFF; // keys are unsigned
    assertEquals(7, operations(batch).size());
  }

  @Test
  void refusesEveryTruncation() {
    byte[] batch = encoded(example());
    for (int length = 0; length < batch.length; length++) {
      byte[] cut = Arrays.copyOf(batch, length);
      assertThrows(MalformedBytesException.class, () -> operations(cut), "length " + length);
    }
  }

  @Test
  void refusesRandomBytesOrReadsThemWithinBounds() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      try {
        operations(noise);
      } catch (MalformedBytesException e) {
        // the answer for almost all of them; anything else fails the test
      }
    }
  }

  @Test
  void refusesTooLargeABatchAndKeepsWhatItHas() {
    Batch writer = new Batch(1000);
    writer.add(0, Batch.PUT, new byte[1], new byte[100]);
    int length = writer.length();
    byte[] tooMuch = new byte[1000 - length];
    assertThrows(
        IllegalArgumentException.class, () -> writer.add(0, Batch.PUT, new byte[1], tooMuch));
    assertEquals(length, writer.length());
    assertEquals(1, writer.count());
  }

  @Test
  void refusesARangeThatEndsWhereItBeginsAndKeepsWhatItHas() {
    Batch writer = example();
    byte[] before = encoded(writer);
    byte[] b = {'b'};
    assertThrows(IllegalArgumentException.class, () -> writer.add(0, Batch.DELETE_RANGE, b, b));
    assertThrows(
        IllegalArgumentException.class, () -> writer.add(0, Batch.DELETE_RANGE, b, new byte[1]));
    assertArrayEquals(before, encoded(writer));
    assertEquals(6, writer.count());
  }

  @Test
  void refusesKeysAndValuesThatNoStoreTakes() {
    byte[] longest = new byte[Limits.KEY_BYTES_MAX];
    byte[] longer = new byte[Limits.KEY_BYTES_MAX + 1];
    longer[0] = 1;
    Batch good = new Batch();
    good.add(0, Batch.PUT, longest, longer);
    good.add(0, Batch.DELETE_RANGE, new byte[0], longest);
    good.stamp(1);
    assertEquals(2, operations(encoded(good)).size());
    Batch longKey = new Batch();
    longKey.add(0, Batch.DELETE, longer, Batch.NO_BYTES);
    longKey.stamp(1);
    assertThrows(MalformedBytesException.class, () -> operations(encoded(longKey)));
    Batch longEnd = new Batch();
    longEnd.add(0, Batch.DELETE_RANGE, new byte[0], longer);
    longEnd.stamp(1);
    assertThrows(MalformedBytesException.class, () -> operations(encoded(longEnd)));
  }

  @Test
  void aCopyIsTheSame() {
    Batch copy = new Batch();
    copy.add(5, Batch.PUT, new byte[1], new byte[2000]);
    copy.set(example());
    copy.stamp(7);
    assertArrayEquals(encoded(example()), encoded(copy));
    assertEquals(shares(example()), shares(copy));
  }

  private static List<String> shares(Batch batch) {
    return batch.shares().stream()
        .map(share -> share.keyspace() + ": " + share.operations() + ", " + share.bytes())
        .toList();
  }

  /** As a thread sees it that copies it while another one changes it. */
  @Test
  void whatIsNoBatchIsNotCopied() {
    Batch broken = example();
    broken.bytes()[broken.length() - 14] = 100; // a key's length
    Batch copy = new Batch();
    assertThrows(ConcurrentModificationException.class, () -> copy.set(broken));
    copy.clear();
    copy.set(example());
    assertEquals(6, copy.count());
  }

  @Test
  void keyspacesAreNamedWhereTheyChange() {
    Batch batch = new Batch();
    long[] of = {7, 7, 0, 300, 7, 0, 0, 300, 300};
    for (long keyspace : of) {
      byte[] key = {(byte) keyspace};
      batch.add(keyspace, Batch.PUT, key, key);
    }
    batch.stamp(1);
    List<Long> seen = new ArrayList<>();
    for (Batch.Reader at = batch.reader(); at.next(); ) {
      seen.add(at.keyspace);
    }
    assertEquals(Arrays.stream(of).boxed().toList(), seen);
    assertEquals(List.of("7: 3, 19", "0: 3, 19", "300: 3, 21"), shares(batch));
    batch.clear();
    batch.add(0, Batch.DELETE, new byte[1], Batch.NO_BYTES);
    assertEquals(List.of("0: 1, 3"), shares(batch));
  }

  /** The second example of docs/format/batch.md. */
  @Test
  void aPutThatExpiresAndTheTimeAreAsThePageSays() {
    Batch batch = new Batch();
    batch.addPut(0, new byte[] {'k'}, new byte[] {'v'}, 1000);
    batch.stamp(1);
    assertTrue(batch.addTime(300));
    byte[] encoded = Arrays.copyOf(batch.bytes(), batch.length());
    String expected = "010000000000000001000000" + "06016b09e80300000000000076" + "0eac02";
    assertEquals(expected, HexFormat.of().formatHex(encoded));
    Batch.Reader at = new Batch.Reader(encoded, 0, encoded.length);
    assertTrue(at.next());
    assertEquals(Batch.PUT_UNTIL, at.kind);
    assertEquals(0, at.time);
    assertFalse(at.next());
    assertEquals(300, at.time);
  }

  /** The third example of docs/format/batch.md. */
  @Test
  void aMarkIsAsThePageSays() {
    Batch batch = new Batch();
    batch.add(0, Batch.MARK, Batch.NO_BYTES, "done".getBytes(UTF_8));
    batch.stamp(9);
    byte[] encoded = Arrays.copyOf(batch.bytes(), batch.length());
    String expected = "090000000000000001000000" + "0d00" + "04646f6e65";
    assertEquals(expected, HexFormat.of().formatHex(encoded));
    assertEquals("done", new String(Batch.markLabel(encoded, 0, encoded.length), UTF_8));
    batch.clear();
    batch.add(0, Batch.DELETE, new byte[1], Batch.NO_BYTES);
    batch.stamp(9);
    assertNull(Batch.markLabel(batch.bytes(), 0, batch.length()));
  }

  @Test
  void aTimeThatIsNotTheEndOrNoneIsRefused() {
    for (String bytes : List.of("0eac0200016b", "0e00", "0eac02" + "0eac02", "06016b0101")) {
      byte[] batch = HexFormat.of().parseHex("010000000000000001000000" + "00016b" + bytes);
      assertThrows(
          MalformedBytesException.class,
          () -> {
            for (Batch.Reader at = new Batch.Reader(batch, 0, batch.length); at.next(); ) {}
          });
    }
  }
}
