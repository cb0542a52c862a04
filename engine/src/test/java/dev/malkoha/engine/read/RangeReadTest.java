package dev.malkoha.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.range.DeadRuns.KnownDead;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Reads of a view with range deletes anywhere in it: in the memtable being written, in frozen ones,
 * in the version, in several or in one alone. Everything before the frozen memtables is flushed, of
 * which the range deletes are left.
 */
final class RangeReadTest {

  private static final long SEED = Trials.seed();
  private static final int ROUNDS = 1_000;
  private static final int OPERATIONS_MAX = 30;

  private final KeyHasher hasher = new KeyHasher(1);
  private final Counts counts = new Counts();

  /** What a key held from each sequence number on; null for nothing. */
  private final List<NavigableMap<Bytes, Bytes>> contents = new ArrayList<>();

  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();

  @Test
  void eachReaderSeesItsMoment() throws IOException {
    for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
      contents.clear();
      content.clear();
      contents.add(new TreeMap<>());
      SplittableRandom random = new SplittableRandom(seed);
      Keys keys = Keys.random(random, 1 + random.nextInt(20));
      Version version = version(random, keys);
      List<FrozenMemTable> frozen = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        frozen.addFirst(
            new FrozenMemTable(
                filled(random, keys), new MemTable.LogPlace(0, 0), new MemTable.LogPlace(0, 0)));
      }
      check(new ReadView(filled(random, keys), frozen, version), keys, seed);
    }
  }

  /** A version without tables, and with ranges perhaps. */
  private Version version(SplittableRandom random, Keys keys) throws IOException {
    ManifestState state = new ManifestState();
    List<EditEntry> edit = new ArrayList<>(List.of(new EditEntry.Identity(1, 1)));
    for (int i = random.nextBoolean() ? 0 : random.nextInt(3); i > 0; i--) {
      edit.add(new EditEntry.AddRange(range(random, keys, contents.size())));
      contents.add(new TreeMap<>());
    }
    state.apply(edit);
    IoFunction<TableMeta, Table> none =
        meta -> {
          throw new AssertionError("there is no table");
        };
    return Version.open(none, state.defaultKeyspace());
  }

  private static RangeTombstone range(SplittableRandom random, Keys keys, long sequence) {
    Bytes a = keys.any(random);
    Bytes b = keys.after(a, 1 + random.nextInt(5));
    return new RangeTombstone(a.array(), b.array(), sequence);
  }

  private MemTable filled(SplittableRandom random, Keys keys) {
    MemTable table = new MemTable(hasher);
    boolean ranges = random.nextBoolean();
    for (int i = random.nextInt(OPERATIONS_MAX); i > 0; i--) {
      int choice = random.nextInt(10);
      if (choice < 2 && ranges) {
        RangeTombstone range = range(random, keys, contents.size());
        add(table, EntryKind.DELETE_RANGE, range.from(), range.to());
        content.subMap(Bytes.of(range.from()), Bytes.of(range.to())).clear();
      } else {
        Bytes key = keys.any(random);
        Bytes value = Bytes.numbered(contents.size(), 8);
        boolean isPut = choice < 8;
        EntryKind kind = isPut ? EntryKind.PUT : EntryKind.DELETE;
        add(table, kind, key.array(), isPut ? value.array() : new byte[0]);
        content.remove(key);
        if (isPut) {
          content.put(key, value);
        }
      }
      contents.add(new TreeMap<>(content));
    }
    return table;
  }

  private void add(MemTable table, EntryKind kind, byte[] key, byte[] value) {
    long tag = EntryKind.tag(contents.size(), kind);
    MemTables.add(table, tag, key, value);
  }

  private void check(ReadView view, Keys keys, long seed) throws IOException {
    for (int sequence = 0; sequence < contents.size(); sequence++) {
      String when = Trials.replay(RangeReadTest.class, seed) + ", sequence number " + sequence;
      NavigableMap<Bytes, Bytes> expected = contents.get(sequence);
      for (Bytes key : keys.all()) {
        byte[] array = key.array();
        long hash = hasher.hash(array, 0, array.length);
        byte[] found = PointReader.get(view, array, hash, sequence, () -> 0, counts);
        assertEquals(expected.get(key), found == null ? null : Bytes.of(found), when);
      }
      assertEquals(expected, scanned(view, sequence, true), when);
      assertEquals(expected, scanned(view, sequence, false), when);
    }
  }

  private static NavigableMap<Bytes, Bytes> scanned(ReadView view, long sequence, boolean forward)
      throws IOException {
    List<EntryCursor> sources = new ArrayList<>();
    sources.add(view.active().cursor());
    view.frozen().forEach(frozen -> sources.add(frozen.table().cursor()));
    VisibleCursor cursor =
        new VisibleCursor(
            new MergingCursor(sources),
            KnownDead.NONE,
            new VisibleCursor.Sight(
                sequence,
                () -> 0,
                KeyRange.all(),
                view.rangeWalker(),
                ValueFiles.NONE,
                _ -> null,
                () -> {}));
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    for (boolean more = forward ? cursor.first() : cursor.last();
        more;
        more = forward ? cursor.next() : cursor.prev()) {
      found.put(
          Bytes.of(Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength())),
          Bytes.of(cursor.copyValue()));
    }
    return found;
  }
}
