package dev.malkoha.bench.memory;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;

/** A store with data of one kind, of a number of bytes of keys and values. */
record Filling(StoreKind store, Stage stage, long dataBytes) {

  int entries() {
    return stage.entries(dataBytes);
  }

  /** The size of its directory. */
  String name() {
    return store.label() + "-" + stage.label() + "-" + entries();
  }
}
