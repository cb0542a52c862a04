package dev.malkoha.engine.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.MalformedBytesException;
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
  record Operation(byte kind, String key, String value) {

    static Operation of(byte kind, byte[] first, byte[] second) {
      boolean swapped = kind == Batch.DELETE_RANGE && Arrays.compareUnsigned(first, second) > 0;
      byte[] key = swapped ? second : first;
      byte[] value = swapped ? first : second;
      if (kind == Batch.DELETE_RANGE && Arrays.equals(key, value)) {
        value = Arrays.copyOf(value, value.length + 1);
      }
      return new Operation(kind, hex(key), kind == Batch.DELETE ? "" : hex(value));
    }

    private static String hex(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }

    void write(Batch to) {
      byte[] first = HexFormat.of().parseHex(key);
      byte[] second = HexFormat.of().parseHex(value);
      switch (kind) {
        case Batch.DELETE -> to.add(0, kind, first, Batch.NO_BYTES);
        case Batch.PUT, Batch.DELETE_RANGE -> to.add(0, kind, first, second);
        default -> throw new AssertionError(kind);
      }
    }
  }

  @Provide
  Arbitrary<List<Operation>> operations() {
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
    Arbitrary<Byte> kinds = Arbitraries.of(Batch.DELETE, Batch.PUT, Batch.DELETE_RANGE);
    return Combinators.combine(kinds, bytes, bytes).as(Operation::of).list().ofMaxSize(12);
  }

  private static byte[] encoded(List<Operation> operations, long sequence) {
    Batch writer = new Batch();
    operations.forEach(operation -> operation.write(writer));
    writer.stamp(sequence);
    return Arrays.copyOf(writer.bytes(), writer.length());
  }

  private static List<Operation> read(byte[] bytes, int offset, int length) {
    List<Operation> seen = new ArrayList<>();
    for (Batch.Reader at = new Batch.Reader(bytes, offset, length); at.next(); ) {
      seen.add(new Operation(at.kind, Operation.hex(at.key()), Operation.hex(at.value())));
    }
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
    assertEquals(sequence, Batch.firstSequence(all, before.length, batch.length));
    assertEquals(operations.size(), Batch.count(all, before.length, batch.length));
  }

  @Property
  void aPartOfABatchIsNone(@ForAll("operations") List<Operation> operations, @ForAll int where) {
    byte[] batch = encoded(operations, 1);
    int length = Math.floorMod(where, batch.length);
    assertThrows(MalformedBytesException.class, () -> read(batch, 0, length));
  }

  /** A damaged length must not lead to what lies behind the batch, whatever else it does. */
  @Property
  void aChangedByteStaysWithinTheBatch(
      @ForAll("operations") List<Operation> operations, @ForAll int where, @ForAll byte change) {
    byte[] batch = encoded(operations, 1);
    batch[Math.floorMod(where, batch.length)] ^= change;
    try {
      for (Batch.Reader at = new Batch.Reader(batch, 0, batch.length); at.next(); ) {
        assertTrue(at.keyAt + at.keyLength <= at.valueAt + at.valueLength);
        assertTrue(at.valueAt + at.valueLength <= batch.length);
      }
    } catch (MalformedBytesException e) {
      // Refused, as almost all of them are; anything else fails the test.
    }
  }

  @Property
  void aWriterThatWasClearedIsNew(
      @ForAll("operations") List<Operation> first, @ForAll("operations") List<Operation> second) {
    Batch writer = new Batch();
    first.forEach(operation -> operation.write(writer));
    writer.clear();
    second.forEach(operation -> operation.write(writer));
    writer.stamp(7);

    assertEquals(second, read(writer.bytes(), 0, writer.length()));
  }
}
