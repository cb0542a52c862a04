package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Keys, times and values of a history. The keys begin with each other and are made of the bytes
 * that times are made of; time goes on, and some records are late, or too late.
 */
final class RandomRecords {

  private static final byte[] ALPHABET = {0, 0, 0, 1, (byte) 0xff};

  private final Random random;
  private final Retention retention;
  private final int keyBytesMax;
  private long now;
  private int values;

  RandomRecords(Random random) {
    this.random = random;
    retention = new Retention(random.nextLong(1, 2000), random.nextLong(1, 700));
    keyBytesMax = random.nextInt(1, 11);
  }

  Retention retention() {
    return retention;
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int upTo(int bound) {
    return random.nextInt(bound);
  }

  Bytes key() {
    byte[] key = new byte[random.nextInt(keyBytesMax + 1)];
    for (int i = 0; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return Bytes.wrap(key);
  }

  @Nullable Bytes bound() {
    return chance(3) ? null : key();
  }

  /** The time of one more record. */
  long time() {
    long step = Math.max(1, retention.retentionMs() / 10);
    now += chance(60) ? random.nextLong(3 * retention.retentionMs() + 1) : random.nextLong(step);
    long late = chance(3) ? random.nextLong(retention.retentionMs() + step) : random.nextLong(step);
    return Math.max(0, now - late);
  }

  /** An end of a range of times. */
  long timeBound() {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE;
      case 2 -> -1 - random.nextLong(10);
      default -> now - random.nextLong(2 * retention.retentionMs()) + retention.segmentMs();
    };
  }

  byte[] value() {
    return ("v" + values++).getBytes(StandardCharsets.UTF_8);
  }
}
