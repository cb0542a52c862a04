package dev.malkoha.bench.store;

/** The entries of a store as they were at one moment, until it is closed. */
public interface StoreSnapshot extends View, AutoCloseable {

  @Override
  void close();
}
