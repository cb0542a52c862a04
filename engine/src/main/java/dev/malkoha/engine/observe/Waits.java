package dev.malkoha.engine.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** How long writers have waited, by cause: a histogram for each that there was. Any thread. */
final class Waits {

  private static final WaitCause[] CAUSES = WaitCause.values();

  private final AtomicReferenceArray<LatencyHistogram> byCause =
      new AtomicReferenceArray<>(CAUSES.length);

  private final Supplier<LatencyHistogram> maker;

  /**
   * Creates what has counted nothing.
   *
   * @param maker makes an empty histogram, once for each cause that there is
   */
  Waits(Supplier<LatencyHistogram> maker) {
    this.maker = maker;
  }

  /** Counts a wait. Throws where no memory is left for the cause's first one. */
  @SuppressWarnings("EnumOrdinal") // an array by cause
  void add(WaitCause cause, long nanos) {
    int index = cause.ordinal();
    LatencyHistogram times = byCause.get(index);
    if (times == null) {
      byCause.compareAndSet(index, null, maker.get());
      times = byCause.get(index);
    }
    times.add(nanos);
  }

  /** What was counted by now; nothing for a cause that there was not. */
  @SuppressWarnings("EnumOrdinal") // as above
  Map<WaitCause, LatencyHistogram.Counts> counts() {
    Map<WaitCause, LatencyHistogram.Counts> counts = new EnumMap<>(WaitCause.class);
    for (WaitCause cause : CAUSES) {
      LatencyHistogram times = byCause.get(cause.ordinal());
      if (times != null) {
        counts.put(cause, times.counts());
      }
    }
    return counts;
  }
}
