package dev.malkoha.sstable.sidecar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.fuzz.Input;
import dev.malkoha.fuzz.Limits;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.SmallTables;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.SidecarDump;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A sidecar: dumped, and each of its sections read for a table, which is then walked. */
public final class SidecarTarget {

  private static final long TABLE_NUMBER = 3;
  private static final int ENTRIES = 60;
  private static final TableReader FILTERED = table(FilterPolicy.cuckoo(0.002));
  private static final TableReader UNFILTERED = table(FilterPolicy.none());

  private SidecarTarget() {}

  private static TableReader table(FilterPolicy filter) {
    try {
      byte[] file = SmallTables.table(ENTRIES, Codecs.NONE, filter);
      return TableReader.open(
          new HeapFile("table", file),
          SmallTables.FILE_ID,
          new BlockCache(1 << 16),
          SmallTables.HASHER);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Sidecars with few, many and all entries dead. */
  public static Stream<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (int step : new int[] {1, 2, 7, 50}) {
      seeds.add(Input.bytes(0, sidecar(step, FILTERED)));
      seeds.add(Input.bytes(2, sidecar(step, UNFILTERED)));
    }
    seeds.add(Input.bytes(1, sidecar(3, FILTERED)));
    return seeds.stream();
  }

  private static byte[] sidecar(int step, TableReader table) throws IOException {
    DeletionVector.Builder dead = DeletionVector.none(ENTRIES).builder();
    List<Long> taken = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i += step) {
      dead.add(i);
      byte[] key = SmallTables.key(i);
      if (table.filter() instanceof RemovableFilter filter) {
        taken.add(filter.removal(SmallTables.HASHER.hash(key, 0, key.length)));
      }
    }
    DeletionVector vector = dead.build();
    long[] removals = taken.stream().mapToLong(Long::longValue).toArray();
    TableDeletions deletions = new TableDeletions(vector, vector.dead(), removals);
    return SmallTables.sidecar(TABLE_NUMBER, deletions, table);
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Input input = Input.of(data);
    byte[] bytes = input.content();
    if (input.isSealed()) {
      SidecarSeal.seal(bytes, SmallTables.FILE_ID);
    }
    HeapFile file = new HeapFile("sidecar", bytes);
    TableReader table = input.choice(1, 1) == 0 ? FILTERED : UNFILTERED;
    Limits.keeps(
        data.length,
        CorruptSidecarException.class,
        () -> SidecarDump.write(file, SmallTables.FILE_ID, Writer.nullWriter()));
    for (SidecarSection section : SidecarSeal.sections(bytes)) {
      Limits.keeps(data.length, CorruptSidecarException.class, () -> read(file, section, table));
    }
  }

  private static void read(HeapFile file, SidecarSection section, TableReader table)
      throws Exception {
    TableDeletions deletions =
        SidecarReader.read(file, SmallTables.FILE_ID, section, TABLE_NUMBER, table);
    assertEquals(ENTRIES, deletions.vector().entries());
    assertTrue(deletions.vector().dead() <= ENTRIES && deletions.removals().length <= ENTRIES);
    if (table.filter() instanceof RemovableFilter filter) {
      Limits.keeps(
          (int) file.size(),
          IllegalArgumentException.class,
          () -> check(table.with(deletions.vector(), deletions.applyTo(filter))));
    } else {
      check(table.with(deletions.vector(), table.filter()));
    }
  }

  /** Walks the view; which keys are gone from its filter is up to the sidecar. */
  private static void check(TableReader view) throws Exception {
    long live = 0;
    try (TableCursor cursor = view.cursor(false)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        live++;
      }
    }
    DeletionVector dead = view.vector();
    assertEquals(ENTRIES - (dead == null ? 0 : dead.dead()), live);
    Limits.keeps(ENTRIES, CorruptTableException.class, view::verify);
  }
}
