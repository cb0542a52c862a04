package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.SalvageCursor;
import dev.malkoha.tools.table.TableSalvage;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a damaged table still yields. */
@Tag("hunt")
class TableSalvageTest {

  private static final int TABLES = 60;
  private static final int DAMAGES = 8;
  private static final int BLOCK_BYTES = 512;

  private final Tables tables = new Tables();
  private int scanned;

  TableSalvageTest() throws IOException {}

  /** A range between two keys that was told of; null is no bound. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Gap(byte @Nullable [] after, byte @Nullable [] before) {

    boolean has(byte[] key) {
      return (after == null || Arrays.compareUnsigned(after, key) <= 0)
          && (before == null || Arrays.compareUnsigned(key, before) <= 0);
    }
  }

  @Test
  void oneDamagedByteCostsABlockAtMost() throws IOException {
    for (long seed : Trials.seeds(TABLES).toArray()) {
      Random random = new Random(seed);
      String replay = Trials.replay(TableSalvageTest.class, seed);
      EntrySets[] kinds = EntrySets.values();
      NavigableSet<Entry> entries = kinds[random.nextInt(kinds.length - 1)].make(seed); // none HUGE
      byte[] sound = tables.bytes(entries, Tables.options(BLOCK_BYTES, codec(random)));
      check(entries, sound, replay + ", sound", 0);
      int most = mostInBlock(sound);
      for (int i = 0; i < DAMAGES; i++) {
        byte[] damaged = sound.clone();
        int at = random.nextInt(2) == 0 ? random.nextInt(sound.length) : tail(random, sound);
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        check(entries, damaged, replay + ", byte " + at, most);
      }
    }
    assertTrue(scanned >= Trials.count(TABLES), "tables without an index: " + scanned);
  }

  /** A place in what follows the blocks. */
  private static int tail(Random random, byte[] bytes) {
    return bytes.length - 1 - random.nextInt(Math.min(bytes.length, 400));
  }

  private static int codec(Random random) {
    return List.of(Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD).get(random.nextInt(4));
  }

  /** The most entries that a block of a sound table has. */
  private static int mostInBlock(byte[] sound) throws IOException {
    try (TableReader table = Tables.open(sound)) {
      int most = 0;
      for (int block = 0; block < table.index().count(); block++) {
        most = Math.max(most, table.index().entries(block));
      }
      return most;
    }
  }

  private void check(NavigableSet<Entry> entries, byte[] bytes, String what, int lostMax)
      throws IOException {
    List<Gap> gaps = new ArrayList<>();
    List<Entry> found = new ArrayList<>();
    try (TableSalvage table = TableSalvage.open(new HeapFile(bytes), Tables.FILE_ID)) {
      scanned += table.problem().isEmpty() ? 0 : 1;
      SalvageCursor cursor =
          table.cursor((after, before, problem) -> gaps.add(new Gap(after, before)));
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        byte[] value =
            Arrays.copyOfRange(
                cursor.valueBuffer(),
                cursor.valueOffset(),
                cursor.valueOffset() + cursor.valueLength());
        found.add(new Entry(cursor.copyKey(), cursor.tag(), value));
      }
    }
    assertTrue(gaps.size() <= Math.min(1, lostMax), () -> what + ": " + gaps);
    List<Entry> expected =
        entries.stream()
            .filter(e -> gaps.stream().noneMatch(gap -> gap.has(e.key())) || found.contains(e))
            .toList();
    assertEquals(expected, found, what);
    for (Entry entry : found) {
      Entry written = entries.ceiling(entry);
      assertArrayEquals(written.value(), entry.value(), what);
    }
    int lost = entries.size() - found.size();
    assertTrue(lost <= lostMax, () -> what + ": lost " + lost);
  }
}
