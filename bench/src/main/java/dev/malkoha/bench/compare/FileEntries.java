package dev.malkoha.bench.compare;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.cli.Counted;
import dev.malkoha.cli.input.EntryReader;
import dev.malkoha.cli.input.InputFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The entries of a user's own file as a dataset. Its misses are its keys with one byte more, which
 * lie between its keys; it removes each tenth entry of a random order.
 */
public final class FileEntries {

  /** Look-ups of absent keys to aim at; small files are asked several times over. */
  private static final int TARGET_MISSES = 2_000_000;

  private static final int MAX_SUFFIXES = 50;
  private static final int REMOVED_SHARE = 10;

  private final NavigableMap<byte[], byte[]> entries;
  private final byte[][] keys;

  private FileEntries(NavigableMap<byte[], byte[]> entries) {
    this.entries = entries;
    this.keys = entries.keySet().toArray(new byte[0][]);
  }

  /**
   * Reads a stream to its end; of equal keys the last one counts.
   *
   * @param hex whether keys and values are written in hexadecimal
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it holds no entry
   */
  public static Dataset read(
      InputStream in, InputFormat format, boolean hex, long seed, EntryReader.Problems problems)
      throws IOException {
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    EntryReader.Count count = EntryReader.read(in, format, hex, entries::put, problems);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException(
          "the input holds no entry (%s read as %s); is --format right?"
              .formatted(Counted.of(count.malformed(), "malformed line"), format));
    }
    return new FileEntries(entries).dataset(seed, count);
  }

  private Dataset dataset(long seed, EntryReader.Count count) {
    byte[][] values = entries.values().toArray(new byte[0][]);
    int suffixes = Math.clamp(TARGET_MISSES / keys.length, 1, MAX_SUFFIXES);
    int[] order = RandomOrder.of(keys.length, seed);
    int[] removed = Arrays.copyOf(order, (keys.length + REMOVED_SHARE - 1) / REMOVED_SHARE);
    Arrays.sort(removed);
    return new Dataset(
        String.format(
            Locale.ROOT,
            "the input file: %,d entries with distinct keys, %,.1f MB, %s",
            keys.length,
            JdkClasses.bytes(keys, values) / 1e6,
            Counted.of(count.malformed(), "malformed line")),
        String.format(Locale.ROOT, "each key with one byte more, %,d times", suffixes),
        String.format(Locale.ROOT, "%,d entries at random", removed.length),
        keys,
        values,
        () -> new Misses(order, suffixes),
        (long) keys.length * suffixes,
        removed);
  }

  private final class Misses implements KeyStream {

    private final int[] order;
    private final int suffixes;
    private int at;
    private int suffix;

    Misses(int[] order, int suffixes) {
      this.order = order;
      this.suffixes = suffixes;
    }

    @Override
    public int fill(byte[][] into) {
      int filled = 0;
      while (filled < into.length && suffix < suffixes) {
        byte[] key = keys[order[at++]];
        if (at == order.length) {
          at = 0;
          suffix++;
        }
        byte[] longer = Arrays.copyOf(key, key.length + 1);
        longer[key.length] = (byte) (suffix + 1);
        if (!entries.containsKey(longer)) {
          into[filled++] = longer;
        }
      }
      return filled;
    }
  }
}
