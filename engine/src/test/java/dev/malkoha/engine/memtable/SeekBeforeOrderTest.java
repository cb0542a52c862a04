package dev.malkoha.engine.memtable;

import dev.malkoha.engine.Interleavings;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import java.io.IOException;
import java.util.TreeMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In every order of steps, a seek before a key stands below it, also in a memtable that was empty
 * when the seek began.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:3")
@Tag("hunt")
public final class SeekBeforeOrderTest {

  private static final KeyHasher HASHER = new KeyHasher(1);

  private final MemTable table = new MemTable(HASHER);
  private volatile long published;

  /** Writes and publishes, one at a time, as the commit pipeline does. */
  @Operation(nonParallelGroup = "writer")
  public void put(@Param(name = "key") int key) {
    long sequence = published + 1;
    table.add(EntryKind.tag(sequence, EntryKind.PUT), new byte[] {(byte) key}, 0, 1, 1, 0);
    published = sequence;
  }

  /** The greatest key below another one; no entry on the way, seen or not, is of a key above. */
  @Operation
  public @Nullable Integer before(@Param(name = "key") int key) throws IOException {
    long at = EntryKind.readTag(published);
    MemTableCursor cursor = table.cursor();
    cursor.seekBefore(new byte[] {(byte) key}, 0, 1);
    if (cursor.valid() && cursor.keyBuffer()[cursor.keyOffset()] >= key) {
      throw new IllegalStateException("stands on a key that is not below");
    }
    while (cursor.valid() && Long.compareUnsigned(cursor.tag(), at) > 0) {
      cursor.prev();
    }
    return cursor.valid() ? (int) cursor.keyBuffer()[cursor.keyOffset()] : null;
  }

  @Test
  void aSeekBeforeAKeyStandsBelowIt() {
    Interleavings.check(SeekBeforeOrderTest.class, OneByOne.class);
  }

  /** The same in one thread. */
  public static final class OneByOne {

    private final TreeMap<Integer, Boolean> keys = new TreeMap<>();

    /** As {@link SeekBeforeOrderTest#put}. */
    public void put(int key) {
      keys.put(key, true);
    }

    /** As {@link SeekBeforeOrderTest#before}. */
    public @Nullable Integer before(int key) {
      return keys.lowerKey(key);
    }
  }
}
