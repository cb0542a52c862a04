package dev.malkoha.kafka.state;

import dev.malkoha.engine.DbException;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;

/** The failures of one state store, as the exceptions that Kafka Streams expects. */
record StateErrors(String store, StoreConfig config) {

  InvalidStateStoreException closed(IllegalStateException e) {
    return new InvalidStateStoreException(
        "the state store " + store + ", or the iterator over it, is closed", e);
  }

  ProcessorStateException failed(String what, RuntimeException e) {
    return new ProcessorStateException("the state store " + store + " failed to " + what, e);
  }

  /** A write is larger than the memory for it. */
  private ProcessorStateException tooLarge(IllegalArgumentException e) {
    return new ProcessorStateException(
        "the state store "
            + store
            + " cannot take what is written to it: "
            + e.getMessage()
            + ". With "
            + StoreConfig.MEMORY_BYTES
            + " = "
            + config.memoryBytes()
            + " an entry can have about "
            + config.entryBytesMax()
            + " bytes: make that larger",
        e);
  }

  /** Does what writes. */
  void writing(Runnable write) {
    try {
      write.run();
    } catch (IllegalStateException e) {
      throw closed(e);
    } catch (DbException e) {
      throw failed("write", e);
    } catch (IllegalArgumentException e) {
      throw tooLarge(e);
    }
  }

  /** Does what reads. */
  <T extends @Nullable Object> T reading(Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalStateException e) {
      throw closed(e);
    } catch (DbException e) {
      throw failed("read", e);
    }
  }
}
