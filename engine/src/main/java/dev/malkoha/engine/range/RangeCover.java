package dev.malkoha.engine.range;

/** Range deletes that are asked which of them covers a key. */
public interface RangeCover {

  /**
   * The greatest sequence number at or below the given one of a range delete that covers a key,
   * whose prefix is given too; 0 if none does.
   */
  long covering(long prefix, byte[] key, int offset, int length, long sequence);
}
