package dev.malkoha.kafkabench.drive;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/** Key-value stores of tasks with one store each. */
final class ManyStores {

  private static final String NAME = "store";

  private final int stores;
  private final long entries;

  /**
   * Describes them.
   *
   * @param entries in each of them
   */
  ManyStores(int stores, long entries) {
    this.stores = stores;
    this.entries = entries;
  }

  /** Opens and fills all, commits them and reads each entry. */
  void fill(Drive drive) {
    for (int i = 0; i < stores; i++) {
      DriveContext task = drive.task(i);
      TimestampedKeyValueStore<Bytes, byte[]> store = drive.keyValues(task, NAME);
      for (long entry = 1; entry <= entries; entry++) {
        task.at(entry, entry);
        store.put(Drive.key(entry), ValueAndTimestamp.make(drive.value(), entry));
      }
      drive.commit(task, store, entries);
      for (long entry = 1; entry <= entries; entry++) {
        requireEntry(store, entry, i);
      }
    }
  }

  /** Opens all of those that are there; returns how long that took, in nanoseconds. */
  long open(Drive drive) {
    long begin = System.nanoTime();
    for (int i = 0; i < stores; i++) {
      requireEntry(drive.keyValues(drive.task(i), NAME), entries, i);
    }
    return System.nanoTime() - begin;
  }

  private static void requireEntry(
      TimestampedKeyValueStore<Bytes, byte[]> store, long entry, int of) {
    if (store.get(Drive.key(entry)) == null) {
      throw new IllegalStateException("entry " + entry + " of store " + of + " is not there");
    }
  }
}
