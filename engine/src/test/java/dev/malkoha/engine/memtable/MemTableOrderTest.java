package dev.malkoha.engine.memtable;

import dev.malkoha.engine.Interleavings;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In every order of steps, readers see what was published before them, each entry once and whole.
 *
 * <p>The memtable begins with so many keys that the next one splits a leaf, and with memory that is
 * used up, so that it grows.
 */
@Param(name = "key", gen = IntGen.class, conf = "0:2")
@Param(name = "value", gen = IntGen.class, conf = "1:9")
@Tag("hunt")
public final class MemTableOrderTest {

  private static final KeyHasher HASHER = new KeyHasher(1);
  private static final int OTHERS = KeyNode.CAPACITY - 1;
  private static final int FIRST_OTHER = 10;

  private final MemTable table = new MemTable(HASHER);
  private volatile long published;

  /** Fills a leaf but for one key. */
  public MemTableOrderTest() {
    for (int i = 0; i < OTHERS; i++) {
      put(FIRST_OTHER + i, i);
    }
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }

  /** Writes and publishes, one at a time, as the commit pipeline does. */
  @Operation(nonParallelGroup = "writer")
  public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
    long sequence = published + 1;
    byte[] entry = {(byte) key, (byte) value};
    table.add(EntryKind.tag(sequence, EntryKind.PUT), entry, 0, 1, 1, 1);
    published = sequence;
  }

  /** The value of a key. */
  @Operation
  public @Nullable Integer get(@Param(name = "key") int key) {
    byte[] bytes = key(key);
    Lookup found = new Lookup();
    long at = EntryKind.readTag(published);
    boolean present = table.get(bytes, 0, 1, HASHER.hash(bytes, 0, 1), at, found);
    return present ? (int) found.buffer[found.valueOffset] : null;
  }

  /** The keys written here and their values, in order. */
  @Operation
  public List<Integer> scan() throws IOException {
    long at = EntryKind.readTag(published);
    List<Integer> seen = new ArrayList<>();
    MemTableCursor cursor = table.cursor();
    int last = -1;
    cursor.seekToFirst();
    for (int key = keyOf(cursor); key < FIRST_OTHER; key = keyOf(cursor)) {
      if (key != last && Long.compareUnsigned(cursor.tag(), at) <= 0) {
        seen.addAll(List.of(key, (int) cursor.valueBuffer()[cursor.valueOffset()]));
        last = key;
      }
      cursor.next();
    }
    return seen;
  }

  private static int keyOf(MemTableCursor cursor) {
    return cursor.valid() ? cursor.keyBuffer()[cursor.keyOffset()] : -1;
  }

  /** The last key of all, then those written here, from the last on, for each entry of them. */
  @Operation
  public List<Integer> scanBack() throws IOException {
    long at = EntryKind.readTag(published);
    List<Integer> seen = new ArrayList<>();
    MemTableCursor cursor = table.cursor();
    cursor.seekToLast();
    seen.add(keyOf(cursor)); // which an insert further in front moves
    cursor.seek(key(FIRST_OTHER), 0, 1, -1L);
    cursor.prev();
    for (int key = keyOf(cursor); key >= 0; key = keyOf(cursor)) {
      if (Long.compareUnsigned(cursor.tag(), at) <= 0) {
        seen.add(key);
      }
      cursor.prev();
    }
    return seen;
  }

  @Test
  void readersSeeWhatWasPublishedBefore() {
    Interleavings.check(MemTableOrderTest.class, OneByOne.class);
  }

  /** The same in one thread. */
  public static final class OneByOne {

    private final TreeMap<Integer, Integer> newest = new TreeMap<>();
    private final List<Integer> entries = new ArrayList<>();

    /** As {@link MemTableOrderTest#put}. */
    public void put(int key, int value) {
      newest.put(key, (int) (byte) value);
      entries.add(key);
    }

    /** As {@link MemTableOrderTest#get}. */
    public @Nullable Integer get(int key) {
      return newest.get(key);
    }

    /** As {@link MemTableOrderTest#scan}. */
    public List<Integer> scan() {
      List<Integer> seen = new ArrayList<>();
      newest.forEach((key, value) -> seen.addAll(List.of(key, value)));
      return seen;
    }

    /** As {@link MemTableOrderTest#scanBack}. */
    public List<Integer> scanBack() {
      List<Integer> seen = new ArrayList<>(entries);
      seen.add(FIRST_OTHER + OTHERS - 1);
      seen.sort(Comparator.reverseOrder());
      return seen;
    }
  }
}
