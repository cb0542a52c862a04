package dev.malkoha.bench.compare;

/** Keys one after the other, made in portions so that making them stays outside the clock. */
public interface KeyStream {

  /** Puts the next keys into the array from its start, and says how many; 0 at the end. */
  int fill(byte[][] into);

  /** The first keys of a stream, up to a count. */
  static KeyStream limited(KeyStream keys, int most) {
    return new KeyStream() {
      private int left = most;

      @Override
      public int fill(byte[][] into) {
        int count = Math.min(left, keys.fill(into));
        left -= count;
        return count;
      }
    };
  }
}
