package dev.malkoha.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.range.DeadNow;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How many steps a walk makes over what is not to be seen: few, the second time. */
final class HiddenPathTest {

  private static final int KEYS = 10_000;

  /** All keys but the first and the last are deleted. */
  private static final int DELETED = KEYS - 2;

  private static final int FEW = HiddenPath.STEPS + 10;

  private final MemTable table = new MemTable(new KeyHasher(1));
  private final DeadNow now = new DeadNow(dead -> {});

  /** What is dead to older readers. */
  private final Map<Long, DeadRuns> older = new HashMap<>();

  private long sequence;

  /** Another cursor's place, and how many steps were made. */
  static final class Counted extends EntryCursor {

    private final EntryCursor cursor;
    int steps;
    int seeks;

    Counted(EntryCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public void seekToFirst() throws IOException {
      cursor.seekToFirst();
      standAs(cursor);
    }

    @Override
    public void seekToLast() throws IOException {
      cursor.seekToLast();
      standAs(cursor);
    }

    @Override
    public void seek(byte[] key, int offset, int length, long tag) throws IOException {
      seeks++;
      cursor.seek(key, offset, length, tag);
      standAs(cursor);
    }

    @Override
    public void next() throws IOException {
      steps++;
      cursor.next();
      standAs(cursor);
    }

    @Override
    public void prev() throws IOException {
      steps++;
      cursor.prev();
      standAs(cursor);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private static Bytes key(int number) {
    return Bytes.of("key" + (100_000 + number));
  }

  private void put(int number) {
    add(number, EntryKind.PUT, new byte[] {1});
  }

  private void delete(int number) {
    add(number, EntryKind.DELETE, new byte[0]);
  }

  private void add(int number, EntryKind kind, byte[] value) {
    byte[] key = key(number).array();
    MemTables.add(table, EntryKind.tag(++sequence, kind), key, value);
    if (kind == EntryKind.PUT) {
      now.put(key, 0, key.length);
    }
    now.published();
  }

  private void putAllAndDeleteMost() {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    for (int i = 1; i <= DELETED; i++) {
      delete(i);
    }
  }

  private VisibleCursor cursor(Counted counted, long at, KeyRange range, RangeWalker ranges) {
    boolean isNow = at == sequence;
    DeadRuns dead = isNow ? now.runs() : older.getOrDefault(at, DeadRuns.NONE);
    Consumer<DeadRuns.DeadRun> later =
        isNow ? now::add : run -> older.put(at, older.getOrDefault(at, DeadRuns.NONE).with(run));
    return new VisibleCursor(
        counted,
        new DeadRuns.KnownDead(dead, later),
        new VisibleCursor.Sight(at, () -> 0, range, ranges, ValueFiles.NONE, _ -> null, () -> {}));
  }

  /** Walks over everything, and checks how many entries there are; returns the steps it took. */
  private int walk(long at, KeyRange range, RangeWalker ranges, int expected) throws IOException {
    Counted counted = new Counted(table.cursor());
    VisibleCursor cursor = cursor(counted, at, range, ranges);
    int found = 0;
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      found++;
    }
    assertEquals(expected, found);
    return counted.steps;
  }

  private int walk(int expected) throws IOException {
    return walk(sequence, KeyRange.all(), RangeWalker.none(), expected);
  }

  /** Walks back over everything; else as {@link #walk}. */
  private int walkBack(long at, KeyRange range, RangeWalker ranges, int expected)
      throws IOException {
    Counted counted = new Counted(table.cursor());
    VisibleCursor cursor = cursor(counted, at, range, ranges);
    int found = 0;
    for (boolean more = cursor.last(); more; more = cursor.prev()) {
      found++;
    }
    assertEquals(expected, found);
    return counted.steps;
  }

  private int walkBack(int expected) throws IOException {
    return walkBack(sequence, KeyRange.all(), RangeWalker.none(), expected);
  }

  @Test
  void theSecondWalkBackLeaps() throws IOException {
    putAllAndDeleteMost();
    assertTrue(walkBack(2) > 2 * DELETED);
    assertTrue(walkBack(2) < 4 * FEW);
  }

  @Test
  void whatAWalkHasLearntIsGoodInBothDirections() throws IOException {
    putAllAndDeleteMost();
    walk(2);
    assertTrue(walkBack(2) < 4 * FEW);
    assertEquals(1, now.runs().all().size());
  }

  @Test
  void whatAWalkBackHasLearntLeadsForward() throws IOException {
    putAllAndDeleteMost();
    walkBack(2);
    assertTrue(walk(2) < 4 * FEW);
  }

  @Test
  void whatWasWrittenSinceIsFoundOnTheWayBack() throws IOException {
    putAllAndDeleteMost();
    walkBack(2);
    put(KEYS / 2);
    delete(KEYS / 3);
    assertTrue(walkBack(3) < 6 * FEW);
  }

  @Test
  void anOlderReaderGoesBackOverAllThatWasThere() throws IOException {
    putAllAndDeleteMost();
    walkBack(2);
    for (int deleted = 0; deleted <= DELETED; deleted += DELETED / 9) {
      walkBack(KEYS + deleted, KeyRange.all(), RangeWalker.none(), KEYS - deleted);
    }
  }

  @Test
  void aRunBackEndsWithTheRangeOrTheFirstKey() throws IOException {
    putAllAndDeleteMost();
    delete(0);
    KeyRange most = KeyRange.atLeast(key(KEYS / 2).array());
    walkBack(sequence, most, RangeWalker.none(), 1);
    assertTrue(walkBack(sequence, most, RangeWalker.none(), 1) < 4 * FEW);
    walkBack(1);
    assertTrue(walkBack(1) < 6 * FEW);
    put(0);
    walkBack(2);
  }

  @Test
  void rangeDeletesAreLeaptBackTheFirstTime() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    long before = sequence;
    RangeWalker walker = deleted(1, KEYS - 1);
    put(KEYS / 2);
    assertTrue(walkBack(sequence, KeyRange.all(), walker, 3) < 6 * FEW);
    assertEquals(KEYS + 1, walkBack(before, KeyRange.all(), walker, KEYS));
  }

  @Test
  void theSecondWalkLeaps() throws IOException {
    putAllAndDeleteMost();
    assertTrue(walk(2) > 2 * DELETED);
    assertTrue(walk(2) < 2 * FEW);
  }

  @Test
  void whatWasWrittenSinceIsFound() throws IOException {
    putAllAndDeleteMost();
    walk(2);
    put(KEYS / 2);
    delete(KEYS / 3);
    assertTrue(walk(3) < 4 * FEW);
  }

  @Test
  void anOlderReaderLearnsNothingFromALaterOne() throws IOException {
    putAllAndDeleteMost();
    walk(2);
    for (int deleted = 0; deleted <= DELETED; deleted += DELETED / 9) {
      walk(KEYS + deleted, KeyRange.all(), RangeWalker.none(), KEYS - deleted);
    }
  }

  @Test
  void whatAnOlderReaderFoundItLeapsLater() throws IOException {
    putAllAndDeleteMost();
    long before = sequence;
    put(KEYS / 2);
    walk(before, KeyRange.all(), RangeWalker.none(), 2);
    assertTrue(walk(before, KeyRange.all(), RangeWalker.none(), 2) < 4 * FEW);
    assertTrue(walk(3) > DELETED);
  }

  @Test
  void aRunEndsWithTheRangeOrTheLastKey() throws IOException {
    putAllAndDeleteMost();
    delete(KEYS - 1);
    KeyRange most = KeyRange.between(key(0).array(), key(KEYS / 2).array());
    walk(sequence, most, RangeWalker.none(), 1);
    assertTrue(walk(sequence, most, RangeWalker.none(), 1) < 2 * FEW);
    walk(1);
    assertTrue(walk(1) < 2 * FEW);
    put(KEYS - 1);
    put(KEYS);
    walk(3);
  }

  @Test
  void rangeDeletesAreLeaptTheFirstTime() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    long before = sequence;
    RangeWalker walker = deleted(1, KEYS - 1);
    put(KEYS / 2);
    assertTrue(walk(sequence, KeyRange.all(), walker, 3) < 4 * FEW);
    assertEquals(KEYS + 1, walk(before, KeyRange.all(), walker, KEYS));
  }

  private RangeWalker deleted(int from, int to) {
    RangeTombstone range = new RangeTombstone(key(from).array(), key(to).array(), ++sequence);
    now.deleteRange(range.from(), range.to());
    now.published();
    return new RangeWalker(List.of(RangeTombstones.of(List.of(range))));
  }

  @Test
  void aRunInsideAnOldRangeDeleteIsLeapt() throws IOException {
    RangeWalker walker = deleted(0, KEYS);
    putAllAndDeleteMost();
    put(KEYS / 4);
    walk(sequence, KeyRange.all(), walker, 3);
    assertTrue(walk(sequence, KeyRange.all(), walker, 3) < 6 * FEW);
  }

  @Test
  void aRangeDeleteInsideAnOldRunIsLeapt() throws IOException {
    putAllAndDeleteMost();
    walk(2);
    for (int i = KEYS / 2; i < KEYS - 1; i++) {
      put(i);
    }
    RangeWalker walker = deleted(KEYS / 2, KEYS - 1);
    assertTrue(walk(sequence, KeyRange.all(), walker, 2) < 6 * FEW);
  }

  @Test
  void shortRunsAreForgotten() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    for (int i = 0; i < KEYS; i++) {
      if (i % HiddenPath.LONG_RUN != 0) {
        delete(i);
      }
    }
    walk(KEYS / HiddenPath.LONG_RUN + 1);
    assertTrue(now.runs().isEmpty());
    delete(HiddenPath.LONG_RUN);
    walk(KEYS / HiddenPath.LONG_RUN);
    assertFalse(now.runs().isEmpty());
  }

  /** The head of a queue is found in a few steps, whatever went through it. */
  @Test
  void theHeadOfAQueueIsFewStepsAway() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    for (int i = 0; i < KEYS / 2; i++) {
      Counted counted = new Counted(table.cursor());
      VisibleCursor peek = cursor(counted, sequence, KeyRange.all(), RangeWalker.none());
      assertTrue(peek.first());
      assertEquals(key(i), Bytes.of(Arrays.copyOf(peek.keyBuffer(), peek.keyLength())));
      assertTrue(counted.steps <= 2 * HiddenPath.LONG_RUN, "steps to entry " + i);
      assertTrue(i <= HiddenPath.LONG_RUN || counted.steps <= 2 * HiddenPath.STEPS);
      assertTrue(counted.seeks <= 2);
      put(KEYS + i);
      delete(i);
    }
    assertEquals(1, now.runs().all().size());
  }

  /** So is that of a queue whose keys go down, and an entry that is put back is found at once. */
  @Test
  void theTailOfAQueueIsFewStepsAway() throws IOException {
    for (int i = 0; i < KEYS; i++) {
      put(i);
    }
    for (int i = KEYS - 1; i > KEYS / 2; i--) {
      assertHead(i);
      delete(i);
      if (i % 100 == 0 && i + 50 < KEYS) {
        put(i + 50);
        assertHead(i + 50);
        delete(i + 50);
      }
    }
  }

  private void assertHead(int expected) throws IOException {
    Counted counted = new Counted(table.cursor());
    VisibleCursor peek = cursor(counted, sequence, KeyRange.all(), RangeWalker.none());
    assertTrue(peek.last());
    assertEquals(key(expected), Bytes.of(Arrays.copyOf(peek.keyBuffer(), peek.keyLength())));
    boolean isLearnt = expected < KEYS - 2 * HiddenPath.LONG_RUN;
    int steps = (isLearnt ? 4 * HiddenPath.STEPS : 2 * HiddenPath.LONG_RUN) + 4;
    assertTrue(counted.steps < steps, counted.steps + " steps to entry " + expected);
  }
}
