package dev.malkoha.engine.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What could go wrong with dead runs, one by one; each of these has. */
final class DeadRunTrapsTest {

  private static final int KEYS = 1_000;

  private static byte[] key(int number) {
    return "%04d".formatted(number).getBytes(UTF_8);
  }

  private static void delete(Db db, int from, int to) {
    for (int i = from; i < to; i++) {
      db.delete(key(i));
    }
  }

  private static List<Integer> keys(Cursor cursor) {
    List<Integer> found = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        found.add(Integer.valueOf(new String(cursor.key(), UTF_8)));
      }
    }
    return found;
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }

  /**
   * A snapshot's walk leaves a run in front of which a deep table has a newer entry: a later walk's
   * leap ends there in that table, and behind deletes in others that are older.
   */
  @Test
  void whatIsCoveredByADeleteThatWasPassedStaysHidden() {
    DbOptions options = DbOptions.builder().deleteApplier(false).build();
    try (Db db = Stores.open(new SimulatedDisk(), options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), key(i));
      }
      db.compact();
      delete(db, 200, 300);
      db.flush();
      delete(db, 100, 200);
      db.flush();
      delete(db, 300, 900);
      db.flush();
      TreeSet<Integer> left = new TreeSet<>(range(0, 100));
      left.addAll(range(900, KEYS));
      try (Snapshot snapshot = db.snapshot()) {
        db.put(key(250), key(250));
        db.flush();
        db.awaitIdle();
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all(), snapshot)));
        left.add(250);
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all())));
        assertEquals(List.copyOf(left), keys(db.scan(KeyRange.all())));
      }
    }
  }

  /** A reader may have a sequence number whose entries are in a memtable that its view lacks. */
  @Test
  void aRunFoundInAnOlderViewHidesNothingOfANewerOne() throws IOException {
    MemTable first = new MemTable(new KeyHasher(1), 0);
    MemTable second = new MemTable(new KeyHasher(1), 0);
    int sequence = 0;
    for (; sequence < KEYS; sequence++) {
      add(first, sequence + 1, EntryKind.DELETE, sequence);
    }
    ManifestState state = new ManifestState();
    state.apply(new VersionEdit(List.of(new EditEntry.Identity(1, 1))));
    VersionSet.TableOpener none =
        (meta, vector) -> {
          throw new AssertionError("there is no table");
        };
    try (VersionSet versions =
        VersionSet.begin(
            new SimulatedDisk().openDirectory(Path.of("db")),
            none,
            state,
            VersionSet.openVersion(none, state))) {
      ReadView older = new ReadView(first, List.of(), versions.current());
      ReadView newer = older.rotated(second, List.of(new FrozenMemTable(first, 0)));
      add(second, ++sequence, EntryKind.PUT, KEYS / 2);
      assertEquals(0, count(older, sequence));
      assertEquals(1, count(newer, sequence));
      assertEquals(1, count(newer, sequence));
    }
  }

  private static void add(MemTable table, long sequence, byte kind, int number) {
    byte[] key = key(number);
    table.add(EntryKind.tag(sequence, kind), key, 0, key.length, key, 0, 0);
  }

  private static int count(ReadView view, long sequence) throws IOException {
    List<EntryCursor> sources = new ArrayList<>(List.of(view.active().cursor()));
    view.frozen().forEach(frozen -> sources.add(frozen.table().cursor()));
    VisibleCursor cursor =
        new VisibleCursor(
            new MergingCursor(sources),
            sequence,
            KeyRange.all(),
            view.rangeWalker(),
            view.deadRuns(),
            () -> {});
    int count = 0;
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      count++;
    }
    return count;
  }
}
