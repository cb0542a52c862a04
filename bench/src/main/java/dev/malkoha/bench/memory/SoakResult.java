package dev.malkoha.bench.memory;

import org.HdrHistogram.Histogram;

/**
 * The figures of a long run in limited memory.
 *
 * @param operations writes and reads
 * @param wrong answers that cannot be right
 * @param write times of writes
 * @param read times of gets
 * @param tableBytes of all tables in the end
 * @param boundBytes what the stores may hold in cache and memtables
 * @param filterBytes of all filters in the end
 * @param indexBytes of all indexes in the end, at 40 bytes a block
 * @param liveHeapPeak the most bytes of the heap that a collection left, once a second
 * @param outsideHeapPeak the most bytes of classes, code and buffers of Java, once a second
 * @param threadsPeak of the process
 */
public record SoakResult(
    long operations,
    long wrong,
    Times write,
    Times read,
    long tableBytes,
    long boundBytes,
    long filterBytes,
    long indexBytes,
    long liveHeapPeak,
    long outsideHeapPeak,
    int threadsPeak) {

  /** How long operations took, in microseconds: by rank, and the longest. */
  public record Times(double p50, double p99, double p999, double max) {

    static Times of(Histogram nanos) {
      return new Times(
          nanos.getValueAtPercentile(50) / 1e3,
          nanos.getValueAtPercentile(99) / 1e3,
          nanos.getValueAtPercentile(99.9) / 1e3,
          nanos.getMaxValue() / 1e3);
    }
  }

  /** The most that the stores hold by docs/resources.md. */
  public long formulaBytes() {
    return boundBytes + filterBytes + indexBytes;
  }
}
