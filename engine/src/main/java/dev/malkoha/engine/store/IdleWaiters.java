package dev.malkoha.engine.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether somebody waits for the store to be idle: then background work neither paces itself nor
 * puts off what could wait. Any thread.
 */
final class IdleWaiters {

  private final AtomicInteger waiting = new AtomicInteger();

  void enter() {
    waiting.incrementAndGet();
  }

  void exit() {
    waiting.decrementAndGet();
  }

  boolean any() {
    return waiting.get() > 0;
  }
}
