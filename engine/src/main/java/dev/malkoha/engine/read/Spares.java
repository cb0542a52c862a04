package dev.malkoha.engine.read;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects that are used again, one at rest for every few threads: a thread takes one, alone, and
 * puts it back. Not kept with the threads, which may live longer than whoever loaded this class.
 * Any thread.
 */
final class Spares<T> {

  /** From one thread's place to the next: a cache line. */
  private static final int STRIDE = 16;

  private final AtomicReferenceArray<@Nullable T> places =
      new AtomicReferenceArray<>((ReadSections.STRIPES + 1) * STRIDE);

  private final Supplier<T> maker;

  Spares(Supplier<T> maker) {
    this.maker = maker;
  }

  /** One that nobody else uses. */
  T take() {
    T spare = places.getAndSet(place(), null);
    return spare == null ? maker.get() : spare;
  }

  /** Gives one back that is not used any more; it should hold on to nothing. */
  void putBack(T spare) {
    places.setRelease(place(), spare);
  }

  private static int place() {
    return ReadSections.stripe() * STRIDE;
  }
}
