package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.index.BlockIndexBuilder;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The shortcuts of comparison agree with byte-wise comparison. */
class OrderTest {

  private static final long SEED = Trials.seed();

  private static List<Entry> someOfEach() {
    List<Entry> some = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(SEED);
    for (EntrySets kind : EntrySets.values()) {
      List<Entry> all = List.copyOf(kind.make(SEED));
      for (int i = 0; i < Math.min(60, all.size()); i++) {
        Entry entry = all.get(random.nextInt(all.size()));
        if (entry.key().length < 400) {
          some.add(entry);
        }
      }
    }
    return some;
  }

  @Test
  void entryOrderIsByteOrderThenTagsDescending() {
    List<Entry> some = someOfEach();
    for (Entry a : some) {
      for (Entry b : some) {
        assertEquals(
            Integer.signum(a.compareTo(b)), Integer.signum(compare(a, b)), a + " and " + b);
      }
    }
  }

  private static int compare(Entry a, Entry b) {
    byte[] padded = new byte[b.key().length + 9];
    System.arraycopy(b.key(), 0, padded, 3, b.key().length);
    Arrays.fill(padded, 3 + b.key().length, padded.length, (byte) -1);
    return EntryOrder.compare(
        EntryOrder.prefix(a.key(), 0, a.key().length),
        a.key(),
        0,
        a.key().length,
        a.tag(),
        EntryOrder.prefix(padded, 3, b.key().length),
        padded,
        3,
        b.key().length,
        b.tag());
  }

  @Test
  void separatorsSeparateAndAreShort() {
    List<Entry> some = someOfEach();
    for (Entry a : some) {
      for (Entry b : some) {
        if (Arrays.compareUnsigned(a.key(), b.key()) < 0) {
          checkSeparator(a.key(), b.key());
        }
      }
    }
  }

  private static void checkSeparator(byte[] a, byte[] b) {
    byte[] separator = a.clone();
    int length = BlockIndexBuilder.separate(separator, a.length, b, 0, b.length);
    separator = Arrays.copyOf(separator, length);
    assertTrue(Arrays.compareUnsigned(a, separator) <= 0);
    assertTrue(Arrays.compareUnsigned(separator, b) < 0);
    assertTrue(length <= Math.max(a.length, Arrays.mismatch(a, b) + 1));
  }
}
