package dev.malkoha.bench.store;

import java.util.ArrayDeque;
import java.util.Deque;

/** Native objects in the order they were made; they are closed in the opposite one. */
final class RocksNatives implements AutoCloseable {

  private final Deque<AutoCloseable> made = new ArrayDeque<>();

  /** Takes over what has been made, and returns it. */
  <T extends AutoCloseable> T add(T object) {
    made.push(object);
    return object;
  }

  @Override
  public void close() {
    while (!made.isEmpty()) {
      try {
        made.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("rocksdb: close failed", e);
      }
    }
  }
}
