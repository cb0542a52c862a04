package dev.malkoha.engine.facade;

import dev.malkoha.engine.EntryConsumer;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Callbacks;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * The entries of a walk as segments over the arrays that they lie in. What stays the same from one
 * entry to the next, the array of a block and mostly a key's place and length, is wrapped once.
 */
final class PlacedEntries {

  private byte[] keys = {};
  private MemorySegment key = wrap(keys);
  private byte[] values = {};
  private MemorySegment valuesWhole = wrap(values);

  /** Gives the entry that a walk stands on to a consumer. */
  @SuppressWarnings("ReferenceEquality") // the very same array is meant
  void give(Walk walk, EntryConsumer consumer) throws IOException {
    byte[] keyBuffer = walk.keyBuffer();
    int keyLength = walk.keyLength();
    if (keys != keyBuffer || key.byteSize() != keyLength) {
      keys = keyBuffer;
      key = wrap(keyBuffer).asSlice(0, keyLength);
    }
    byte[] valueBuffer = walk.valueBuffer();
    if (values != valueBuffer) {
      values = valueBuffer;
      valuesWhole = wrap(valueBuffer);
    }
    MemorySegment value = valuesWhole.asSlice(walk.valueOffset(), walk.valueLength());
    try {
      consumer.accept(key, value);
    } catch (Throwable e) {
      throw Callbacks.passedOn(e);
    }
  }

  private static MemorySegment wrap(byte[] array) {
    return MemorySegment.ofArray(array).asReadOnly();
  }
}
