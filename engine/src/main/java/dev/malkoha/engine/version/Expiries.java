package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;

/**
 * When the entries of a table expire, as far as they do: the least and the greatest time, and how
 * many of them expire in each of some equal spans between.
 *
 * @param count how many entries expire
 * @param least the first time at which one does, in milliseconds since 1970; 0 if none does
 * @param greatest the last one
 * @param shift a span is two to the power of this many milliseconds
 * @param spans entries that expire in a span, by the span's number since 1970
 */
public record Expiries(
    long count, long least, long greatest, int shift, SortedMap<Long, Long> spans) {

  /** Nothing expires. */
  public static final Expiries NONE = new Builder().build();

  private static final int SPANS_MAX = 64;

  /**
   * How many entries have expired at a time for certain: those of the span that it is in have not.
   */
  public long expired(long time) {
    if (count == 0 || time < least) {
      return 0;
    }
    return time >= greatest
        ? count
        : spans.headMap((time + 1) >> shift).values().stream().mapToLong(Long::longValue).sum();
  }

  void encode(ByteWriter to) {
    to.writeVarints(count, least, greatest, shift, spans.size());
    spans.forEach((span, entries) -> to.writeVarints(span, entries));
  }

  static Expiries decode(ByteReader from) {
    long count = from.readVarint();
    long least = from.readVarint();
    long greatest = from.readVarint();
    int shift = from.readInt(Long.SIZE - 1);
    SortedMap<Long, Long> spans = new TreeMap<>();
    for (int left = from.readInt(SPANS_MAX); left > 0; left--) {
      spans.put(from.readVarint(), from.readVarint());
    }
    if (spans.values().stream().mapToLong(Long::longValue).sum() != count || least > greatest) {
      throw new MalformedBytesException("a table's note on when entries expire contradicts itself");
    }
    return new Expiries(count, least, greatest, shift, spans);
  }

  /** Counts entries, in spans that grow as they have to. One thread. */
  public static final class Builder {

    private long count;
    private long least = Long.MAX_VALUE;
    private long greatest;
    private int shift;
    private SortedMap<Long, Long> spans = new TreeMap<>();

    /** Counts an entry that expires at a time; {@link Long#MAX_VALUE} is never. */
    public void add(long expiry) {
      if (expiry == Long.MAX_VALUE) {
        return;
      }
      count++;
      least = Math.min(least, expiry);
      greatest = Math.max(greatest, expiry);
      spans.merge(expiry >> shift, 1L, Long::sum);
      while (spans.size() > SPANS_MAX) {
        shift++;
        SortedMap<Long, Long> wider = new TreeMap<>();
        spans.forEach((span, entries) -> wider.merge(span >> 1, entries, Long::sum));
        spans = wider;
      }
    }

    /** What was counted. */
    public Expiries build() {
      return new Expiries(count, count == 0 ? 0 : least, greatest, shift, spans);
    }
  }
}
