package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a state store's data: of all that was written, or of what its last commit has left. Any
 * thread. The errors are those of {@link StateDb}.
 */
public interface StateReads {

  /** The value of a key; null if there is none. */
  byte @Nullable [] get(byte[] key);

  /** The entries of a range, as they are now. Close it soon. */
  KeyValueIterator<Bytes, byte[]> entries(KeyRange range, boolean forward);

  /**
   * A cursor over a range, as it is now. Its moves are to be made in {@link #reading}. Close it
   * soon.
   */
  Cursor scan(KeyRange range);

  /** About how many keys there are. */
  long estimate();

  /** Does what reads, with the exceptions that Kafka Streams expects. */
  <T extends @Nullable Object> T reading(Supplier<T> read);

  /** Whether the store was not closed yet. */
  boolean isOpen();
}
