package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a table's bytes is noticed, and never changes an answer. */
class TableDamageTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(TableDamageTest.class);

  private final Tables tables;

  TableDamageTest() throws IOException {
    tables = new Tables();
  }

  /** Some versions of some keys, in a few blocks. */
  private static SortedSet<Entry> entries() {
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < 24; i++) {
      entries.add(
          Entry.of("some-key-%04d-and-more".formatted(i / 3 * 7), i, "value ".repeat(i % 7)));
    }
    return entries;
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void everyFlippedBitIsNoticed(int codec) throws IOException {
    SortedSet<Entry> entries = entries();
    byte[] sound = tables.bytes(entries, Tables.options(256, codec));
    assertTrue(Tables.open(sound).properties().dataBlocks() > 2);
    checkAnswers(sound, entries);
    for (int bit = 0; bit < sound.length * 8; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertTrue(isNoticed(damaged), "bit " + bit);
      checkAnswers(damaged, entries);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void everyTruncationIsNoticedAtOpen(int codec) throws IOException {
    byte[] sound = tables.bytes(entries(), Tables.options(256, codec));
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThrows(CorruptTableException.class, () -> Tables.open(cut), "length " + length);
    }
  }

  @Test
  void bytesBehindTheEndAreNoticedAtOpen() throws IOException {
    byte[] sound = tables.bytes(entries(), Tables.options(256, Codecs.NONE));
    byte[] longer = Arrays.copyOf(sound, sound.length + 1);
    assertThrows(CorruptTableException.class, () -> Tables.open(longer));
  }

  @Test
  void overwrittenRangesAreNoticed() throws IOException {
    SortedSet<Entry> entries = entries();
    byte[] sound = tables.bytes(entries, Tables.options(256, Codecs.SNAPPY));
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 3000; i++) {
      byte[] damaged = sound.clone();
      int from = random.nextInt(damaged.length);
      int to = from + 1 + random.nextInt(damaged.length - from);
      byte fill = (byte) (random.nextBoolean() ? 0 : random.nextInt(256));
      Arrays.fill(damaged, from, to, fill);
      boolean same = Arrays.equals(sound, damaged);
      String range = from + " to " + to + ", " + REPLAY;
      assertTrue(same || isNoticed(damaged), range);
      checkAnswers(damaged, entries);
    }
  }

  /** Blocks of the same length change places; each is sound by itself. */
  @Test
  void swappedBlocksAreNoticed() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      entries.add(Entry.of("%08d".formatted(i), 1, "v".repeat(30)));
    }
    byte[] bytes = tables.bytes(entries, Tables.options(256, Codecs.NONE));
    BlockIndex index = TableParts.read(new HeapFile(bytes), Tables.FILE_ID).index();
    BlockHandle first = index.handle(0);
    BlockHandle second = index.handle(1);
    assertEquals(first.storedLength(), second.storedLength());
    int length = (int) (first.end() - first.offset());
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, (int) first.offset(), swapped, (int) second.offset(), length);
    System.arraycopy(bytes, (int) second.offset(), swapped, (int) first.offset(), length);
    TableReader table = Tables.open(swapped);
    assertThrows(CorruptTableException.class, () -> table.verify());
    checkAnswers(swapped, entries);
  }

  @Test
  void aBlockOfAnotherFileIsNoticed() throws IOException {
    SortedSet<Entry> entries = entries();
    byte[] bytes = tables.bytes(entries, Tables.options(256, Codecs.NONE));
    byte[] other = bytes.clone();
    BlockHandle first = TableParts.read(new HeapFile(bytes), Tables.FILE_ID).index().handle(0);
    int trailer = (int) first.offset() + first.storedLength();
    long otherId = Tables.FILE_ID + 1;
    int checksum =
        TableFormat.blockChecksum(
            bytes, (int) first.offset(), first.storedLength(), (byte) 0, otherId, first.offset());
    Bytes.putInt(other, trailer + TableFormat.TRAILER_CHECKSUM, checksum);
    assertTrue(isNoticed(other));
    checkAnswers(other, entries);
  }

  @Test
  void aWrongFileIdIsNoticedAtOpen() throws IOException {
    byte[] bytes = tables.bytes(entries(), Tables.options(256, Codecs.NONE));
    CorruptTableException thrown =
        assertThrows(
            CorruptTableException.class,
            () ->
                TableReader.open(
                    new HeapFile(bytes), Tables.FILE_ID + 1, new BlockCache(0), Tables.HASHER));
    assertTrue(String.valueOf(thrown.getMessage()).contains("file id"), "says what is wrong");
    assertEquals("bytes", thrown.file());
    assertEquals(0, thrown.offset());
  }

  @Test
  void aDamagedFilterSaysMaybeAndWhy() throws IOException {
    SortedSet<Entry> entries = entries();
    byte[] bytes = tables.bytes(entries, Tables.options(256, Codecs.NONE));
    TableParts parts = TableParts.read(new HeapFile(bytes), Tables.FILE_ID);
    bytes[(int) parts.footer().filter().offset() + 3] ^= 1;
    TableReader table = Tables.open(bytes);
    assertEquals("always-maybe", table.filter().kind());
    assertFalse(table.filterProblem().isEmpty());
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1000; i++) {
      assertTrue(table.mayContain(random.nextLong()));
    }
    checkAnswers(bytes, entries);
    assertThrows(CorruptTableException.class, () -> table.verify());
  }

  private static boolean isNoticed(byte[] damaged) throws IOException {
    try (TableReader table = Tables.open(damaged)) {
      table.verify();
      return false;
    } catch (CorruptTableException e) {
      return true;
    }
  }

  /** Every read either gives the right answer or says that the table is damaged. */
  private static void checkAnswers(byte[] bytes, SortedSet<Entry> entries) throws IOException {
    TableReader table;
    try {
      table = Tables.open(bytes);
    } catch (CorruptTableException e) {
      return;
    }
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      checkGet(table, entry, lookup);
    }
    checkScan(table, entries);
    table.close();
  }

  private static void checkGet(TableReader table, Entry entry, Lookup lookup) throws IOException {
    byte[] key = entry.key();
    assertTrue(table.mayContain(Tables.HASHER.hash(key, 0, key.length)));
    try {
      assertTrue(table.get(key, 0, key.length, entry.tag(), lookup));
      int from = lookup.valueOffset;
      assertArrayEquals(
          entry.value(), Arrays.copyOfRange(lookup.buffer, from, from + lookup.valueLength));
    } catch (CorruptTableException e) {
      assertEquals("bytes", e.file());
    }
  }

  private static void checkScan(TableReader table, SortedSet<Entry> entries) throws IOException {
    try (TableCursor cursor = table.cursor(true)) {
      cursor.seekToFirst();
      for (Entry entry : entries) {
        if (!cursor.valid()) {
          fail("the scan ended before its end");
        }
        int from = cursor.keyOffset();
        assertArrayEquals(
            entry.key(), Arrays.copyOfRange(cursor.keyBuffer(), from, from + cursor.keyLength()));
        cursor.next();
      }
      assertFalse(cursor.valid());
    } catch (CorruptTableException e) {
      assertEquals("bytes", e.file());
    }
  }
}
