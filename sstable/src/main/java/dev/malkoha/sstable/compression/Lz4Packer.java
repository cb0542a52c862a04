package dev.malkoha.sstable.compression;

import dev.malkoha.codec.Bytes;
import java.util.Arrays;

/**
 * LZ4's fast compressor, byte for byte as lz4-java has it, but for the table in which it looks for
 * matches: that one makes another for each block, which is most of the garbage of flushes and
 * compactions. This one keeps one for each thread: an array and no object of ours, as the thread
 * may be a server's, which lives longer.
 *
 * <p>A sequence is a token, literals, and a match with what came before: {@code token, [length],
 * literals, offset u16le, [length]}. The last one has literals only.
 */
final class Lz4Packer {

  private static final int MATCH_MIN = 4;
  private static final int LAST_LITERALS = 5;
  private static final int MATCH_START_TO_END = 12;
  private static final int OFFSET_MAX = (1 << Short.SIZE) - 1;

  /** The longest block whose places a table of shorts can hold, up to the last one with a match. */
  private static final int SHORT_MAX = OFFSET_MAX + MATCH_START_TO_END - 1;

  private static final int HASH_BITS = 13;
  private static final int LONG_HASH_BITS = 12;
  private static final int LONG_HALF = 1 << LONG_HASH_BITS;
  private static final int HASH_FACTOR = -1640531535;
  private static final int LENGTH_BITS = 4;
  private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

  /** After two to the power of this many tries without a match the steps grow. */
  private static final int SKIP_BITS = 6;

  private static final ThreadLocal<short[]> TABLE =
      ThreadLocal.withInitial(() -> new short[1 << HASH_BITS]);

  /** Places by hash; in a long block their lower halves, and from the middle on the upper ones. */
  private final short[] places = TABLE.get();

  private final byte[] from;
  private final byte[] to;
  private final int length;
  private final boolean isLong;
  private int at;
  private int match;
  private int out;

  private Lz4Packer(byte[] block, int length, byte[] into) {
    this.from = block;
    this.to = into;
    this.length = length;
    this.isLong = length > SHORT_MAX;
  }

  /**
   * Packs a block.
   *
   * @param into has room for whatever a block of this length can become
   * @return how many bytes were written
   */
  static int pack(byte[] block, int length, byte[] into) {
    return new Lz4Packer(block, length, into).run();
  }

  private int run() {
    int anchor = length > MATCH_START_TO_END ? packMatches() : 0;
    addToken(length - anchor);
    addLiterals(anchor, length - anchor);
    return out;
  }

  /** Packs all up to the last literals; returns where these begin. */
  private int packMatches() {
    Arrays.fill(places, (short) 0);
    int last = length - MATCH_START_TO_END;
    int anchor = 0;
    at = 1;
    while (findMatch(last)) {
      while (at > anchor && match > 0 && from[at - 1] == from[match - 1]) {
        at--;
        match--;
      }
      int token = addToken(at - anchor);
      addLiterals(anchor, at - anchor);
      addMatch(token);
      while (at <= last && followsMatch()) {
        to[out] = 0;
        addMatch(out++);
      }
      anchor = at;
      if (at++ > last) {
        break;
      }
    }
    return anchor;
  }

  /** Finds the next place from which on four bytes are as at another one before. */
  private boolean findMatch(int last) {
    int next = at;
    int step = 1;
    int tries = 1 << SKIP_BITS;
    do {
      at = next;
      next += step;
      step = tries++ >>> SKIP_BITS;
      if (next > last) {
        return false;
      }
    } while (!isMatch());
    return true;
  }

  /** Notes this place; whether the one noted before it begins with the same bytes. */
  private boolean isMatch() {
    int bytes = Bytes.getInt(from, at);
    int slot = slot(bytes);
    match =
        Short.toUnsignedInt(places[slot]) | (isLong ? places[slot + LONG_HALF] << Short.SIZE : 0);
    note(slot, at);
    return at - match <= OFFSET_MAX && Bytes.getInt(from, match) == bytes;
  }

  /** Whether another match begins just where one ends. */
  private boolean followsMatch() {
    note(slot(Bytes.getInt(from, at - 2)), at - 2);
    return isMatch();
  }

  private void note(int slot, int place) {
    places[slot] = (short) place;
    if (isLong) {
      places[slot + LONG_HALF] = (short) (place >>> Short.SIZE);
    }
  }

  private int slot(int bytes) {
    return (bytes * HASH_FACTOR) >>> (Integer.SIZE - (isLong ? LONG_HASH_BITS : HASH_BITS));
  }

  /** Begins a sequence with {@code literals} literals; returns where its token is. */
  private int addToken(int literals) {
    int token = out++;
    to[token] = (byte) (Math.min(literals, LENGTH_MASK) << LENGTH_BITS);
    if (literals >= LENGTH_MASK) {
      addLength(literals - LENGTH_MASK);
    }
    return token;
  }

  private void addLiterals(int begin, int count) {
    System.arraycopy(from, begin, to, out, count);
    out += count;
  }

  /** Adds offset and length of a match to a sequence, and continues after it. */
  private void addMatch(int token) {
    Bytes.putShort(to, out, at - match);
    out += Short.BYTES;
    int begin = at + MATCH_MIN;
    int end = length - LAST_LITERALS;
    int same = Arrays.mismatch(from, begin, end, from, match + MATCH_MIN, match + end - at);
    int more = same < 0 ? end - begin : same;
    to[token] |= (byte) Math.min(more, LENGTH_MASK);
    if (more >= LENGTH_MASK) {
      addLength(more - LENGTH_MASK);
    }
    at = begin + more;
  }

  private void addLength(int more) {
    int left = more;
    for (; left >= 0xFF; left -= 0xFF) {
      to[out++] = (byte) 0xFF;
    }
    to[out++] = (byte) left;
  }
}
