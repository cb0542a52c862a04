package dev.malkoha.engine.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.range.DeadRuns.KnownDead;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.HiddenPathTest.Counted;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.filter.KeyHasher;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step of a walk costs by keys, and not by versions: in both directions, for every reader. */
final class ManyVersionsTest {

  private static final int VERSIONS = 10_000;

  /** Moves of a source that one step of a walk takes at most. */
  private static final int FEW = 40;

  private final List<MemTable> tables =
      List.of(new MemTable(new KeyHasher(1)), new MemTable(new KeyHasher(1)));

  private final List<Counted> counted =
      tables.stream().map(table -> new Counted(table.cursor())).toList();

  private void put(MemTable table, String key, long sequence) {
    byte[] bytes = key.getBytes(UTF_8);
    byte[] value = Long.toString(sequence).getBytes(UTF_8);
    long tag = EntryKind.tag(sequence, EntryKind.PUT);
    MemTables.add(table, tag, bytes, value);
  }

  /** The key "b" has all numbers from 3 on, half of them in each table. */
  private VisibleCursor cursorAt(long sequence) {
    put(tables.getFirst(), "a", 1);
    put(tables.getFirst(), "c", 2);
    for (int i = 3; i < VERSIONS; i++) {
      put(tables.get(i < VERSIONS / 2 ? 0 : 1), "b", i);
    }
    return new VisibleCursor(
        MergingCursor.of(counted),
        KnownDead.NONE,
        new VisibleCursor.Sight(
            sequence,
            () -> 0,
            KeyRange.all(),
            RangeWalker.none(),
            ValueFiles.NONE,
            _ -> null,
            () -> {}));
  }

  private interface Move {
    boolean make() throws IOException;
  }

  private void check(VisibleCursor cursor, String expected, Move move) throws IOException {
    counted.forEach(source -> source.steps = source.seeks = 0);
    assertTrue(move.make());
    String key = new String(cursor.keyBuffer(), 0, cursor.keyLength(), UTF_8);
    assertEquals(expected, key + "=" + new String(cursor.copyValue(), UTF_8));
    int moves = counted.stream().mapToInt(source -> source.steps + source.seeks).sum();
    assertTrue(moves < FEW, moves + " moves to " + expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 11, 5_000, 5_001, VERSIONS - 9, VERSIONS - 1, VERSIONS})
  void aStepCostsByKeys(int sequence) throws IOException {
    String hot = "b=" + Math.min(sequence, VERSIONS - 1);
    byte[] b = "b".getBytes(UTF_8);
    VisibleCursor cursor = cursorAt(sequence);
    check(cursor, "a=1", cursor::first);
    check(cursor, hot, cursor::next);
    check(cursor, "c=2", cursor::next);
    check(cursor, hot, cursor::prev);
    check(cursor, "a=1", cursor::prev);
    check(cursor, hot, cursor::next);
    check(cursor, "a=1", cursor::prev);
    check(cursor, "c=2", cursor::last);
    check(cursor, hot, cursor::prev);
    check(cursor, "c=2", cursor::next);
    check(cursor, hot, () -> cursor.seek(b));
    check(cursor, "a=1", () -> cursor.seekBelow(b));
    check(cursor, hot, () -> cursor.seekBelow("bb".getBytes(UTF_8)));
  }
}
