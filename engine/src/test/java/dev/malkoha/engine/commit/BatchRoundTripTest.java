package dev.malkoha.engine.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any batch is read back as it was written, wherever its bytes lie; any part of it is refused. */
final class BatchRoundTripTest {

  /** One operation, its bytes in hexadecimal. */
  record Operation(EntryKind kind, String key, String value) {

    static Operation of(EntryKind kind, byte[] first, byte[] second) {
      boolean swapped = kind == EntryKind.DELETE_RANGE && Arrays.compareUnsigned(first, second) > 0;
      byte[] key = swapped ? second : first;
      byte[] value = swapped ? first : second;
      if (kind == EntryKind.DELETE_RANGE && Arrays.equals(key, value)) {
        value = Arrays.copyOf(value, value.length + 1);
      }
      return new Operation(kind, hex(key), kind == EntryKind.DELETE ? "" : hex(value));
    }

    private static String hex(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }

    void write(BatchFormat.Writer to) {
      byte[] first = HexFormat.of().parseHex(key);
      byte[] second = HexFormat.of().parseHex(value);
      switch (kind) {
        case DELETE -> to.add(0, kind, first, BatchFormat.NO_BYTES);
        case PUT, DELETE_RANGE -> to.add(0, kind, first, second);
        case INGESTION, PUT_APART -> throw new AssertionError(kind);
      }
    }
  }

  @Provide
  Arbitrary<List<Operation>> operations() {
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
    Arbitrary<EntryKind> kinds =
        Arbitraries.of(EntryKind.DELETE, EntryKind.PUT, EntryKind.DELETE_RANGE);
    return Combinators.combine(kinds, bytes, bytes).as(Operation::of).list().ofMaxSize(12);
  }

  private static byte[] encoded(List<Operation> operations, long sequence) {
    BatchFormat.Writer writer = new BatchFormat.Writer();
    operations.forEach(operation -> operation.write(writer));
    writer.stamp(sequence);
    return Arrays.copyOf(writer.buffer(), writer.length());
  }

  private static List<Operation> read(byte[] bytes, int offset, int length) {
    List<Operation> seen = new ArrayList<>();
    BatchFormat.visit(
        bytes,
        offset,
        length,
        (kind, in, keyAt, keyLength, valueAt, valueLength) ->
            seen.add(
                new Operation(
                    kind,
                    HexFormat.of().formatHex(in, keyAt, keyAt + keyLength),
                    HexFormat.of().formatHex(in, valueAt, valueAt + valueLength))));
    return seen;
  }

  @Property
  void aBatchIsReadBackWhereverItLies(
      @ForAll("operations") List<Operation> operations,
      @ForAll long sequence,
      @ForAll byte[] before,
      @ForAll byte[] behind) {
    byte[] batch = encoded(operations, sequence);
    byte[] all = Arrays.copyOf(before, before.length + batch.length + behind.length);
    System.arraycopy(batch, 0, all, before.length, batch.length);
    System.arraycopy(behind, 0, all, before.length + batch.length, behind.length);

    assertEquals(operations, read(all, before.length, batch.length));
    assertEquals(sequence, BatchFormat.firstSequence(all, before.length, batch.length));
    assertEquals(operations.size(), BatchFormat.count(all, before.length, batch.length));
  }

  @Property
  void aPartOfABatchIsNone(@ForAll("operations") List<Operation> operations, @ForAll int where) {
    byte[] batch = encoded(operations, 1);
    int length = Math.floorMod(where, batch.length);
    assertThrows(IllegalArgumentException.class, () -> read(batch, 0, length));
  }

  /** A damaged length must not lead to what lies behind the batch, whatever else it does. */
  @Property
  void aChangedByteStaysWithinTheBatch(
      @ForAll("operations") List<Operation> operations, @ForAll int where, @ForAll byte change) {
    byte[] batch = encoded(operations, 1);
    batch[Math.floorMod(where, batch.length)] ^= change;
    try {
      BatchFormat.visit(
          batch,
          0,
          batch.length,
          (kind, in, keyAt, keyLength, valueAt, valueLength) ->
              assertTrue(
                  keyAt + keyLength <= valueAt + valueLength
                      && valueAt + valueLength <= batch.length));
    } catch (IllegalArgumentException e) {
      // Refused, as almost all of them are; anything else fails the test.
    }
  }

  @Property
  void aWriterThatWasClearedIsNew(
      @ForAll("operations") List<Operation> first, @ForAll("operations") List<Operation> second) {
    BatchFormat.Writer writer = new BatchFormat.Writer();
    first.forEach(operation -> operation.write(writer));
    writer.clear();
    second.forEach(operation -> operation.write(writer));
    writer.stamp(7);

    assertEquals(second, read(writer.buffer(), 0, writer.length()));
  }
}
