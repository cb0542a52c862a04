package dev.malkoha.storage.sim;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A hash of all that simulated disks are asked and given, in its order, during one run of a
 * history: by the thread that runs it and by those that it starts.
 */
public final class CallDigest {

  private static final InheritableThreadLocal<@Nullable CallDigest> CURRENT =
      new InheritableThreadLocal<>();

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private long hash;
  private long count;

  private CallDigest() {}

  /** Runs a history; gives how many calls it has made, and their hash. */
  public static String of(Runnable history) {
    CallDigest digest = new CallDigest();
    CURRENT.set(digest);
    try {
      history.run();
    } finally {
      CURRENT.remove();
    }
    return digest.toString();
  }

  static void add(long number) {
    CallDigest digest = CURRENT.get();
    if (digest != null) {
      digest.mix(number);
    }
  }

  static void add(Call call, boolean fails) {
    CallDigest digest = CURRENT.get();
    if (digest != null) {
      digest.mix(fails ? 1 : 0);
      digest.mix(call.kind().name().hashCode());
      digest.mix(call.name().hashCode());
      digest.mix(call.offset());
      digest.mix(call.length());
    }
  }

  static void add(byte[] bytes, int offset, int length) {
    CallDigest digest = CURRENT.get();
    if (digest != null) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, offset, length);
      digest.mix(crc.getValue());
    }
  }

  private synchronized void mix(long number) {
    hash = Long.rotateLeft((hash ^ number) * FACTOR, 29);
    count++;
  }

  @Override
  public synchronized String toString() {
    return count + " " + Long.toHexString(hash);
  }
}
