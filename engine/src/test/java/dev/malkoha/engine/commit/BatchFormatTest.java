package dev.malkoha.engine.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.FormatPage;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.OperationBuffer;
import dev.malkoha.engine.base.Operations;
import dev.malkoha.engine.entry.EntryKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class BatchFormatTest {

  private static byte[] encoded(BatchFormat.Writer writer) {
    return Arrays.copyOf(writer.buffer(), writer.length());
  }

  private static BatchFormat.Writer example() {
    BatchFormat.Writer writer = new BatchFormat.Writer();
    writer.add(0, EntryKind.PUT, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    writer.add(0, EntryKind.DELETE, "old".getBytes(UTF_8), BatchFormat.NO_BYTES);
    writer.add(0, EntryKind.DELETE_RANGE, "b".getBytes(UTF_8), "d".getBytes(UTF_8));
    writer.add(300, EntryKind.PUT, "key".getBytes(UTF_8), "other".getBytes(UTF_8));
    writer.stamp(7);
    return writer;
  }

  private static List<String> operations(byte[] batch) {
    List<String> seen = new ArrayList<>();
    BatchFormat.visit(
        batch,
        0,
        batch.length,
        new BatchFormat.Visitor() {
          @Override
          public void keyspace(long number) {
            seen.add("in " + number);
          }

          @Override
          public void operation(
              EntryKind kind,
              byte[] bytes,
              int keyAt,
              int keyLength,
              int valueAt,
              int valueLength) {
            seen.add(
                kind.code()
                    + " "
                    + new String(bytes, keyAt, keyLength, UTF_8)
                    + "="
                    + new String(bytes, valueAt, valueLength, UTF_8));
          }
        });
    return seen;
  }

  @Test
  void encodesTheExampleOfItsFormatPage() throws IOException {
    assertArrayEquals(FormatPage.exampleBytes("batch.md"), encoded(example()));
  }

  @Test
  void readsBackWhatWasWritten() {
    byte[] batch = encoded(example());
    assertEquals(7, BatchFormat.firstSequence(batch, 0, batch.length));
    assertEquals(4, BatchFormat.count(batch, 0, batch.length));
    assertEquals(
        List.of("1 key=value", "0 old=", "2 b=d", "in 300", "1 key=other"), operations(batch));
  }

  @Test
  void refusesUnknownKindsAndRangesThatHoldNoKey() {
    byte[] batch = encoded(example());
    int kindAt = BatchFormat.HEADER_BYTES;
    for (int kind = EntryKind.DELETE_RANGE.code() + 1; kind < 256; kind++) {
      batch[kindAt] = (byte) kind;
      assertThrows(IllegalArgumentException.class, () -> operations(batch), "kind " + kind);
    }
    batch[kindAt] = EntryKind.PUT.code();
    int endAt = batch.length - 15; // before the operation in another keyspace
    for (byte end : new byte[] {'a', 'b'}) {
      batch[endAt] = end;
      assertThrows(IllegalArgumentException.class, () -> operations(batch));
    }
    batch[endAt] = (byte) 0xFF; // keys are unsigned
    assertEquals(5, operations(batch).size());
  }

  @Test
  void refusesEveryTruncation() {
    byte[] batch = encoded(example());
    for (int length = 0; length < batch.length; length++) {
      byte[] cut = Arrays.copyOf(batch, length);
      assertThrows(IllegalArgumentException.class, () -> operations(cut), "length " + length);
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
      } catch (IllegalArgumentException e) {
        // the answer for almost all of them; anything else fails the test
      }
    }
  }

  @Test
  void refusesTooLargeABatchAndKeepsWhatItHas() {
    BatchFormat.Writer writer = new BatchFormat.Writer(1000);
    writer.add(0, EntryKind.PUT, new byte[1], new byte[100]);
    int length = writer.length();
    byte[] tooMuch = new byte[1000 - length];
    assertThrows(
        IllegalArgumentException.class, () -> writer.add(0, EntryKind.PUT, new byte[1], tooMuch));
    assertEquals(length, writer.length());
    assertEquals(1, writer.count());
  }

  @Test
  void refusesARangeThatEndsWhereItBeginsAndKeepsWhatItHas() {
    BatchFormat.Writer writer = example();
    byte[] before = encoded(writer);
    byte[] b = {'b'};
    assertThrows(IllegalArgumentException.class, () -> writer.add(0, EntryKind.DELETE_RANGE, b, b));
    assertThrows(
        IllegalArgumentException.class,
        () -> writer.add(0, EntryKind.DELETE_RANGE, b, new byte[0]));
    assertArrayEquals(before, encoded(writer));
    assertEquals(4, writer.count());
  }

  @Test
  void refusesKeysAndValuesThatNoStoreTakes() {
    byte[] longest = new byte[Limits.KEY_BYTES_MAX];
    byte[] longer = new byte[Limits.KEY_BYTES_MAX + 1];
    longer[0] = 1;
    BatchFormat.Writer good = new BatchFormat.Writer();
    good.add(0, EntryKind.PUT, longest, longer);
    good.add(0, EntryKind.DELETE_RANGE, new byte[0], longest);
    good.stamp(1);
    assertEquals(2, operations(encoded(good)).size());
    BatchFormat.Writer longKey = new BatchFormat.Writer();
    longKey.add(0, EntryKind.DELETE, longer, BatchFormat.NO_BYTES);
    longKey.stamp(1);
    assertThrows(IllegalArgumentException.class, () -> operations(encoded(longKey)));
    BatchFormat.Writer longEnd = new BatchFormat.Writer();
    longEnd.add(0, EntryKind.DELETE_RANGE, new byte[0], longer);
    longEnd.stamp(1);
    assertThrows(IllegalArgumentException.class, () -> operations(encoded(longEnd)));
  }

  /** The operations of {@link #example} as a caller records them. */
  private static Operations<String> recorded() {
    Operations<String> operations = new Operations<>();
    operations.add(null, OperationBuffer.PUT, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    operations.add(null, OperationBuffer.DELETE, "old".getBytes(UTF_8), null);
    operations.add(null, OperationBuffer.DELETE_RANGE, "b".getBytes(UTF_8), "d".getBytes(UTF_8));
    operations.add("other", OperationBuffer.PUT, "key".getBytes(UTF_8), "other".getBytes(UTF_8));
    return operations;
  }

  @Test
  void aCopyIsTheSameOrRefused() {
    Operations<String> recorded = recorded();
    CallersBatch original = new CallersBatch(recorded, new long[] {0, 300});
    BatchFormat.Writer copy = new BatchFormat.Writer();
    copy.copy(original, 4, recorded.length());
    copy.stamp(7);
    assertArrayEquals(encoded(example()), encoded(copy));
    int[] ends = {0, 11, 16, 21, recorded.length()};
    for (int i = 0; i <= recorded.length(); i++) {
      for (int j = 0; j < ends.length + 1; j++) {
        int bytes = i;
        int operations = j;
        Executable copied = () -> copy.copy(original, operations, bytes);
        if (j == ends.length || ends[j] != bytes) {
          assertThrows(ConcurrentModificationException.class, copied, bytes + ", " + operations);
        }
      }
    }
    int beyond = recorded.bytes().length + 1;
    assertThrows(ConcurrentModificationException.class, () -> copy.copy(original, 4, beyond));
  }

  @Test
  void aKeyspaceThatWasNamedMeanwhileIsRefused() {
    CallersBatch batch = new CallersBatch(recorded(), new long[] {0});
    assertThrows(
        ConcurrentModificationException.class,
        () -> new BatchFormat.Writer().copy(batch, 4, batch.length()));
  }

  @Test
  void runsOfKeyspacesAreAsTheyWereAdded() {
    Operations<Long> recorded = new Operations<>();
    BatchFormat.Writer expected = new BatchFormat.Writer();
    long[] of = {7, 7, 0, 300, 7, 0, 0, 300, 300};
    for (long keyspace : of) {
      byte[] key = {(byte) keyspace};
      recorded.add(keyspace == 0 ? null : (Long) keyspace, OperationBuffer.PUT, key, key);
      expected.add(keyspace, EntryKind.PUT, key, key);
    }
    BatchFormat.Writer copy = new BatchFormat.Writer();
    CallersBatch batch = new CallersBatch(recorded, new long[] {0, 7, 300});
    copy.copy(batch, batch.count(), batch.length());
    copy.stamp(1);
    expected.stamp(1);
    assertArrayEquals(encoded(expected), encoded(copy));
    assertEquals(expected.shares().size(), copy.shares().size());
  }
}
