package dev.malkoha.kafka.segment;

import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Keys, times and selections that get into each other's way: keys that others begin with, made of
 * the bytes that times are made of.
 */
final class RandomEntries {

  private static final byte[] ALPHABET = {0, 0, 0, 1, 2, (byte) 0xff};
  private static final int KEY_BYTES_MAX = 11;

  private final Random random;
  private final long timeMax;

  RandomEntries(Random random) {
    this.random = random;
    this.timeMax = 1L << random.nextInt(1, 20);
  }

  /** A retention whose segments cut the times into a few. */
  Retention retention() {
    return new Retention(timeMax, 1 + random.nextLong(timeMax));
  }

  SegmentKeys keys(Retention retention) {
    return random.nextBoolean()
        ? SegmentKeys.ofWindows(retention)
        : SegmentKeys.ofSessions(retention);
  }

  Bytes key() {
    byte[] key = new byte[random.nextInt(KEY_BYTES_MAX)];
    for (int i = 0; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return Bytes.wrap(key);
  }

  long time() {
    return random.nextLong(timeMax);
  }

  int tail() {
    return random.nextInt(3);
  }

  Selection selection() {
    Bytes from = random.nextInt(4) == 0 ? null : key();
    Bytes to = random.nextInt(3) == 0 ? from : boundAbove(from);
    long time = random.nextInt(3) == 0 ? 0 : time();
    long until = random.nextInt(3) == 0 ? Long.MAX_VALUE : time + random.nextLong(timeMax);
    return new Selection(from, to, time, until, random.nextBoolean() ? Long.MAX_VALUE : tail());
  }

  private @Nullable Bytes boundAbove(@Nullable Bytes from) {
    Bytes to = random.nextInt(4) == 0 ? null : key();
    return to != null && from != null && to.compareTo(from) < 0 ? from : to;
  }

  /** What a selection means, said in another way than the scan does it. */
  static boolean isSelected(Selection selection, Bytes key, long time, long tail) {
    Bytes from = selection.keyFrom();
    Bytes to = selection.keyTo();
    return (from == null || from.compareTo(key) <= 0)
        && (to == null || key.compareTo(to) <= 0)
        && selection.timeFrom() <= time
        && time <= selection.timeTo()
        && tail <= selection.tailTo();
  }
}
