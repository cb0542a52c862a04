package dev.malkoha.bench.store;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Malkoha's reads in place: gets into memory that is used again, a walk that shows its entries. */
final class MalkohaInPlace implements InPlace {

  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int LONGEST_VALUE = 1 << 16;

  private final Db db;
  private final ThreadLocal<MemorySegment> values =
      ThreadLocal.withInitial(() -> MemorySegment.ofArray(new byte[LONGEST_VALUE]));

  MalkohaInPlace(Db db) {
    this.db = db;
  }

  @Override
  public int firstByte(byte[] key) {
    MemorySegment value = values.get();
    return db.get(key, value) < 0 ? -1 : first(value);
  }

  @Override
  public void scan(Sink sink) {
    db.forEach(KeyRange.all(), (key, value) -> sink.entry(key.get(BIG_ENDIAN, 0), first(value)));
  }

  private static int first(MemorySegment value) {
    return Byte.toUnsignedInt(value.get(ValueLayout.JAVA_BYTE, 0));
  }
}
