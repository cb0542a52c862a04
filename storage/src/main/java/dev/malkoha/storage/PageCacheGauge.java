package dev.malkoha.storage;

import module java.base;

/**
 * Whether reads of a directory's files should copy from their mappings or ask the system at a
 * position: what their times tell of where the system finds the bytes.
 *
 * <p>A copy from a mapping is the faster one where the page is in memory. Where it is not, the
 * fault reads as far ahead as the device is set to, 128 KiB or even 8 MiB, of which a search of one
 * block has no use; a read at a position brings in the pages that it asks for. So faults are a debt
 * that is paid off by what reads at positions cost more than copies do: as long as there is some,
 * reads ask at positions. That is the rule of the ski rental (Karlin et al., "Competitive Snoopy
 * Caching", Algorithmica 1988): never more than about twice the cost of the better choice.
 *
 * <p>A thread may also be slow because the processor was taken from it. So a slow read counts only
 * if the device has been asked for something since the last one, where the system tells; and one
 * slow copy counts little until reads at positions are found to be slow, too.
 *
 * <p>Any thread. Fields race on purpose: a lost update is a little debt more or less.
 */
final class PageCacheGauge {

  /** A copy that takes longer, in ns, met a page that was not in memory. */
  private static final long SLOW_COPY = 30_000;

  /** The same of a read at a position: no device answers sooner. */
  private static final long SLOW_READ = 12_000;

  /** The cost of a read at a position above that of a copy, in ns, if the page is in memory. */
  private static final long SURCHARGE = 1_000;

  /** The debt for what may be a fault. Also what a fault is taken to cost before one was met. */
  private static final long DOUBT = 1_000_000;

  /** The most debt: 20,000 reads pay it off. */
  private static final long MOST = 20_000_000;

  /** With this much debt it is clear that the device is asked. */
  private static final long CLEAR = MOST / 2;

  /** One copy in four is timed, by the place of its bytes: reading the clock costs, too. */
  private static final int TIMED_MASK = 3 << 12;

  private static final Path IO = Path.of("/proc/self/io");
  private static final String READ_BYTES = "read_bytes: ";

  private final LongSupplier device;
  private long debt = DOUBT;
  private long fault = DOUBT;

  /** The bytes that the device had given at the last look; at first none. */
  private long seen;

  /**
   * A gauge that begins with a doubt.
   *
   * @param device how many bytes the process has had from devices so far; or anything that changes
   *     each time, where that is not known
   */
  PageCacheGauge(LongSupplier device) {
    this.device = device;
  }

  /** Whether reads should ask at positions. */
  boolean isCold() {
    return debt > 0;
  }

  /** Whether a copy from this position on is to be timed, for {@link #copied}. */
  static boolean isTimed(long position) {
    return (position & TIMED_MASK) == 0;
  }

  /** Notes how long a copy of {@code length} bytes took. */
  void copied(long nanos, int length) {
    if (nanos > SLOW_COPY + length && deviceWasAsked()) {
      fault = Math.min(nanos, MOST);
      debt = DOUBT;
    }
  }

  /** Notes how long a read of {@code length} bytes at a position took. */
  void read(long nanos, int length) {
    if (nanos <= SLOW_READ + length) {
      debt -= SURCHARGE;
    } else if (debt > CLEAR || deviceWasAsked()) {
      debt = Math.min(debt + fault, MOST);
    }
  }

  /**
   * How much this process has had from devices so far, in bytes; on systems other than Linux the
   * time, which is another one whenever it is asked for.
   */
  static long deviceBytes() {
    try (Stream<String> lines = Files.lines(IO)) {
      return deviceBytes(lines);
    } catch (IOException | RuntimeException e) {
      return System.nanoTime();
    }
  }

  /** The number in such a file. */
  static long deviceBytes(Stream<String> lines) {
    return lines
        .filter(line -> line.startsWith(READ_BYTES))
        .mapToLong(line -> Long.parseLong(line.substring(READ_BYTES.length())))
        .findFirst()
        .orElseThrow();
  }

  private boolean deviceWasAsked() {
    long now = device.getAsLong();
    boolean was = now != seen;
    seen = now;
    return was;
  }
}
