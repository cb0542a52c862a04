package dev.malkoha.kafka.state;

import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;

/** What goes wrong with one state store, as the exceptions that Kafka Streams expects. */
record StateErrors(String store) {

  InvalidStateStoreException closed(IllegalStateException e) {
    return new InvalidStateStoreException(
        "the state store " + store + ", or the iterator over it, is closed", e);
  }

  ProcessorStateException failed(String what, RuntimeException e) {
    return new ProcessorStateException("the state store " + store + " failed to " + what, e);
  }
}
