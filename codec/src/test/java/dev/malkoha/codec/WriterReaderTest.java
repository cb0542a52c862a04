package dev.malkoha.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a writer appends, a reader reads back; of anything else it says that it is malformed. */
final class WriterReaderTest {

  /** One thing in an encoding. */
  sealed interface Part {

    void write(ByteWriter to);

    void expect(ByteReader from);
  }

  record Flag(int value) implements Part {
    @Override
    public void write(ByteWriter to) {
      to.writeByte(value);
    }

    @Override
    public void expect(ByteReader from) {
      assertEquals(value, from.readByte());
    }
  }

  record Fixed(long value) implements Part {
    @Override
    public void write(ByteWriter to) {
      to.writeLong(value);
    }

    @Override
    public void expect(ByteReader from) {
      assertEquals(value, from.readLong());
    }
  }

  record Varying(long value) implements Part {
    @Override
    public void write(ByteWriter to) {
      to.writeVarint(value);
    }

    @Override
    public void expect(ByteReader from) {
      assertEquals(value, from.readVarint());
    }
  }

  record Text(String value) implements Part {
    @Override
    public void write(ByteWriter to) {
      to.writeString(value);
    }

    @Override
    public void expect(ByteReader from) {
      assertEquals(new String(value.getBytes(UTF_8), UTF_8), from.readString());
    }
  }

  @Provide
  Arbitrary<List<Part>> parts() {
    Arbitrary<Part> flag = Arbitraries.integers().between(0, 255).map(Flag::new);
    Arbitrary<Part> fixed = Arbitraries.longs().map(Fixed::new);
    Arbitrary<Part> varying = Arbitraries.longs().map(Varying::new);
    Arbitrary<Part> text = Arbitraries.strings().ofMaxLength(200).map(Text::new);
    return Arbitraries.oneOf(List.of(flag, fixed, varying, text)).list().ofMaxSize(20);
  }

  private static byte[] encoded(List<Part> parts) {
    ByteWriter writer = new ByteWriter();
    parts.forEach(part -> part.write(writer));
    return writer.toByteArray();
  }

  private static void expect(List<Part> parts, byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    parts.forEach(part -> part.expect(reader));
    assertEquals(0, reader.remaining());
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll("parts") List<Part> parts) {
    expect(parts, encoded(parts));
  }

  @Property
  void whatIsCutOffIsMalformed(@ForAll("parts") List<Part> parts, @ForAll int where) {
    byte[] bytes = encoded(parts);
    if (bytes.length > 0) {
      byte[] cut = Arrays.copyOf(bytes, Math.floorMod(where, bytes.length));
      assertThrows(MalformedBytesException.class, () -> expect(parts, cut));
    }
  }

  @Property
  void aNumberTakesAByteForEachSevenBits(@ForAll long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
    assertEquals(Math.max(1, (bits + 6) / 7), encoded(List.of(new Varying(value))).length);
  }

  @Property
  void noBytesDoHarm(@ForAll byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    try {
      while (reader.remaining() > 0) {
        assertTrue(reader.readBytes().length < bytes.length);
      }
    } catch (MalformedBytesException e) {
      // The answer for almost all of them; anything else fails the test.
    }
  }

  @Property
  void aCountIsWithinItsBounds(@ForAll long value, @ForAll int most) {
    ByteReader reader = new ByteReader(encoded(List.of(new Varying(value))));
    if (value >= 0 && value <= most) {
      assertEquals(value, reader.readInt(most));
    } else {
      assertThrows(MalformedBytesException.class, () -> reader.readInt(most));
    }
  }

  @Property
  void fixedNumbersAreLittleEndianAnywhere(@ForAll long value, @ForAll byte around) {
    byte[] bytes = new byte[11];
    Arrays.fill(bytes, around);
    Bytes.putLong(bytes, 2, value);
    for (int i = 0; i < Long.BYTES; i++) {
      assertEquals((byte) (value >>> (8 * i)), bytes[2 + i]);
    }
    assertEquals(value, Bytes.getLong(bytes, 2));
    assertEquals((int) value, Bytes.getInt(bytes, 2));
    assertEquals(List.of(around, around), List.of(bytes[0], bytes[10]));
  }
}
