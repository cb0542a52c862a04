package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.StoreEvent;
import java.nio.file.Path;
import java.util.Optional;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The way to Java Flight Recorder, which need not be there: a trimmed runtime may lack the module
 * {@code jdk.jfr}, and an application of modules may not have it resolved. Then nothing is
 * recorded, and no class of it is touched.
 */
final class Flight {

  private static final boolean IS_THERE = isThere();

  private Flight() {}

  private static boolean isThere() {
    Optional<Module> jfr = ModuleLayer.boot().findModule("jdk.jfr");
    return jfr.isPresent() && Flight.class.getModule().canRead(jfr.get());
  }

  /**
   * Begins an event; null if nobody records it. Where nobody has ever recorded anything, the
   * events' classes stay untouched: they would start the whole recorder, for longer than an opening
   * takes.
   */
  static @Nullable Object begin(SpanKind kind) {
    return IS_THERE && FlightRecorder.isInitialized() ? FlightEvents.begin(kind) : null;
  }

  /** Records an event that is over, unless nobody did when it began. */
  static void commit(@Nullable Object begun, StoreEvent fact) {
    if (begun != null) {
      FlightEvents.commit(begun, fact);
    }
  }

  /** Records a force of the log, unless nobody did when it began. */
  static void commitForce(@Nullable Object begun, Path store, long bytes) {
    if (begun != null) {
      FlightEvents.commitForce(begun, store, bytes);
    }
  }
}
