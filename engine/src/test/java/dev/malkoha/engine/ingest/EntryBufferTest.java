package dev.malkoha.engine.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Sorting {@link EntryBuffer}s of keys that have much in common, end in zeros, or come several
 * times.
 */
class EntryBufferTest {

  private static final long SEED = Trials.seed();
  private static final int TURNS = 3_000;

  /** A key, and which of the entries it is. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares entries
  private record Entry(byte[] key, int number) {}

  /** Of equal keys the one that came last is the first. */
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::key, Arrays::compareUnsigned)
          .thenComparing(Comparator.comparingInt(Entry::number).reversed());

  @Test
  void sortsAsAComparisonOfAllDoes() throws IOException {
    for (long seed = SEED; seed < SEED + TURNS; seed++) {
      check(new SplittableRandom(seed), Trials.replay(EntryBufferTest.class, seed));
    }
  }

  private static void check(SplittableRandom random, String replay) throws IOException {
    EntryBuffer buffer = new EntryBuffer();
    List<Entry> entries = new ArrayList<>();
    byte[] begin = bytes(random, random.nextInt(20), 256);
    int values = 1 + random.nextInt(random.nextBoolean() ? 3 : 256);
    int lengthMax = 1 + random.nextInt(40);
    for (int i = random.nextInt(400); i >= 0; i--) {
      byte[] key = Arrays.copyOf(begin, begin.length + random.nextInt(lengthMax) + 1);
      byte[] end = bytes(random, key.length - begin.length, values);
      System.arraycopy(end, 0, key, begin.length, end.length);
      buffer.add(
          key, new byte[] {(byte) entries.size(), (byte) (entries.size() >> 8)}, false, 1 << 24);
      entries.add(new Entry(key, entries.size()));
    }
    buffer.sort();
    entries.sort(ORDER);
    EntryCursor cursor = buffer.cursor();
    cursor.seekToFirst();
    for (Entry entry : entries) {
      assertArrayEquals(entry.key(), cursor.copyKey(), replay);
      assertEquals(entry.number(), number(cursor), replay);
      cursor.next();
    }
    assertFalse(cursor.valid(), replay);
    byte[] sought = entries.get(random.nextInt(entries.size())).key();
    cursor.seek(sought, 0, sought.length, 0);
    assertArrayEquals(sought, cursor.copyKey(), replay);
  }

  private static byte[] bytes(SplittableRandom random, int length, int values) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(values);
    }
    return bytes;
  }

  private static int number(EntryCursor cursor) {
    byte[] value = cursor.valueBuffer();
    int at = cursor.valueOffset();
    return (value[at] & 0xff) | (value[at + 1] & 0xff) << 8;
  }
}
