package dev.malkoha.engine.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Moment;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Log, apply, publish, in that order, and what waits or fails between them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitPipelineTest {

  private static final int MEMTABLE_BYTES = 64 << 10;

  /** A write of one such value fills a memtable, and needs a log segment of its own. */
  private static final byte[] LARGE = new byte[MEMTABLE_BYTES];

  private static final byte[] SMALL = {7};
  private static final Path LOG_PATH = Path.of("log");
  private static final int SEGMENT_BYTES = 2 << 10;

  /** A record of the log: the sequence numbers it gives out. */
  private record Logged(long firstSequence, int count) {}

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Health health;
  private final Snapshots snapshots;
  private final Tree tree;
  private final Tree other;
  private final Trees trees;
  private final Log log;
  private final Background background;
  private final CommitPipeline pipeline;

  /** The next flush, which runs when it is asked for, on the asking thread. */
  private @Nullable Job flush;

  CommitPipelineTest() throws IOException {
    BareTree bare = BareTree.on(disk, DbOptions.builder().memTableBytes(MEMTABLE_BYTES).build());
    health = bare.shared().health();
    snapshots = bare.shared().snapshots();
    tree = bare.tree();
    KeyspaceId id = new KeyspaceId(1, "other");
    bare.versions().note(new EditEntry.Keyspace(id, tree.options().toString()));
    other = tree.another(id, tree.options());
    other.openEmpty();
    trees = bare.shared().trees();
    log =
        Log.open(
            disk.openDirectory(LOG_PATH), new LogOptions(SEGMENT_BYTES), 0, (p, b, o, l) -> {});
    Background.Jobs jobs = new Background.Jobs(this::takeFlush, () -> null, () -> null);
    background = new Background(Workers.inline(), jobs, new Progress(health), 1);
    HeldMarks noMarks = new HeldMarks(bare.shared(), log, null, _ -> {}, () -> {});
    pipeline = new CommitPipeline(log, bare.shared(), noMarks, background);
  }

  private @Nullable Job takeFlush() {
    Job next = flush;
    flush = null;
    return next;
  }

  // Order.

  /** Readers and the memtable know of nothing that the log does not hold. */
  @Test
  void nothingIsAppliedOrPublishedBeforeItIsLogged() throws IOException {
    put(1, SMALL);
    long[] logged = {0};
    disk.onCall(
        call -> {
          if (call.kind() == CallKind.MAPPED_WRITE) {
            assertEquals(1, snapshots.newest());
            assertEquals(1, tree.active().entries());
            logged[0]++;
          }
        });
    write(batch(b -> put(b, key(2), SMALL), b -> put(b, key(3), SMALL)));
    assertTrue(logged[0] > 0, "no write to the log was seen");
    assertEquals(3, snapshots.newest());
    assertArrayEquals(SMALL, tree.reads().get(key(3), Moment.NOW));
  }

  /** A batch that is half applied is not seen, and the store takes no more. */
  @Test
  void whatFailsBehindTheLogSealsAndIsNotPublished() throws IOException {
    put(1, SMALL);
    EntryKind keyless = EntryKind.INGESTION; // with a key it is logged, and not applied
    MalformedBytesException failure =
        assertThrows(
            MalformedBytesException.class,
            () -> pipeline.write(CommitPipeline.ALWAYS, tree, keyless, key(2), SMALL));
    assertEquals(List.of(new Logged(1, 1), new Logged(2, 1)), records());
    assertEquals(1, snapshots.newest());
    DbSealedException refusal = assertThrows(DbSealedException.class, () -> put(3, SMALL));
    assertSame(failure, refusal.getCause());
    assertThrows(DbSealedException.class, () -> write(batch(b -> delete(b, SMALL))));
    assertThrows(DbSealedException.class, () -> pipeline.rotate(tree, active -> true));
    assertEquals(2, records().size());
    assertNull(tree.reads().get(key(3), Moment.NOW));
  }

  /** A range that a failed batch has deleted hides nothing, whatever is learnt later. */
  @Test
  void whatFailsBehindTheLogKillsNothing() throws IOException {
    put(2, SMALL);
    tree.dead().deleteRange(key(1), key(5)); // as a batch does before an operation that fails
    EntryKind keyless = EntryKind.INGESTION; // with a key it is logged, and not applied
    assertThrows(
        MalformedBytesException.class,
        () -> pipeline.write(CommitPipeline.ALWAYS, tree, keyless, key(2), SMALL));
    tree.dead().add(new DeadRuns.DeadRun(key(7), key(8), 1));
    assertNull(tree.dead().runs().around(key(2)));
  }

  /** What is dead is believed from the publication on, and no more once something is put there. */
  @Test
  void aDeletedRangeIsDeadUntilAPut() throws IOException {
    write(batch(b -> b.add(0, Batch.DELETE_RANGE, key(1), key(5))));
    assertEquals(1, snapshots.newest());
    assertTrue(isDead(key(2)));
    put(2, SMALL);
    assertFalse(isDead(key(2)));
    assertTrue(isDead(key(4)));
  }

  private boolean isDead(byte[] key) {
    DeadRuns runs = tree.dead().runs();
    return runs.around(key) != null;
  }

  // Failed appends.

  @Test
  void aFailedAppendAppliesAndPublishesNothing() throws IOException {
    put(1, SMALL);
    disk.fail(Fault.at(CallKind.MAPPED_WRITE, disk.calls(CallKind.MAPPED_WRITE)));
    assertThrows(IOException.class, () -> put(2, SMALL));
    disk.repair();
    assertNotWritten(2);
    assertThrows(DbSealedException.class, () -> put(2, SMALL), "the log has met a failure");
    assertNotWritten(2);
  }

  private void assertNotWritten(int key) throws IOException {
    assertEquals(1, snapshots.newest());
    assertEquals(1, tree.active().entries());
    assertNull(tree.reads().get(key(key), Moment.NOW));
  }

  /** The very same write may be repeated, and its number has been given to nobody. */
  @Test
  void anAppendThatFindsNoRoomMayBeRepeated() throws IOException {
    put(1, SMALL);
    Batch batch = batch(b -> put(b, key(2), LARGE), b -> put(b, key(3), SMALL));
    disk.limit(disk.usedBytes());
    for (int i = 0; i < 3; i++) {
      assertThrows(NoSpaceException.class, () -> write(batch));
      assertThrows(NoSpaceException.class, () -> put(2, LARGE));
      assertNotWritten(2);
    }
    assertFalse(health.isSealed());
    disk.limit(Long.MAX_VALUE);
    write(batch);
    assertEquals(3, snapshots.newest());
    assertArrayEquals(LARGE, tree.reads().get(key(2), Moment.NOW));
    assertEquals(List.of(new Logged(1, 1), new Logged(2, 2)), records());
  }

  // Numbers.

  @Test
  void numbersFollowEachOtherInTheLog() throws IOException {
    List<Logged> expected = new ArrayList<>();
    long next = 1;
    for (int i = 0; i < 20; i++) {
      int operations = i % 4;
      if (operations == 0) {
        pipeline.write(CommitPipeline.ALWAYS, tree, EntryKind.DELETE, key(i), Batch.NO_BYTES);
      } else {
        Batch batch = new Batch();
        for (int j = 0; j < operations; j++) {
          put(batch, key(i + j), SMALL);
        }
        write(batch);
      }
      expected.add(new Logged(next, Math.max(1, operations)));
      next += Math.max(1, operations);
      assertEquals(next - 1, snapshots.newest());
    }
    assertEquals(expected, records());
  }

  @Test
  void numbersGoOnBehindTheLastPublishedOne() throws IOException {
    snapshots.publish(1000);
    put(1, SMALL);
    assertEquals(List.of(new Logged(1001, 1)), records());
    assertEquals(1001, tree.active().largestSequence());
  }

  @Test
  void thePositionIsTheOneBehindTheRecord() throws IOException {
    long position = put(1, SMALL);
    assertEquals(log.endPosition(), position);
    assertTrue(write(batch(b -> delete(b, key(1)))) > position);
  }

  // Rotation.

  /** What a flush may release of the log is what the memtable holds, and not a record more. */
  @Test
  void aFullMemtableIsFrozenAtThePositionBehindItsLastRecord() throws IOException {
    put(1, SMALL);
    MemTable first = tree.active();
    long behind = put(2, LARGE);
    assertSame(first, tree.active());
    put(3, SMALL);
    assertEquals(1, tree.view().frozen().size());
    assertSame(first, tree.view().frozen().getFirst().table());
    assertEquals(2, first.entries());
    assertEquals(behind, tree.view().frozen().getFirst().end().position());
    assertEquals(1, tree.active().entries());
  }

  @Test
  void rotationIsUpToTheCaller() throws IOException {
    long behind = put(1, SMALL);
    pipeline.rotate(tree, MemTable::hasDeletes);
    assertEquals(0, tree.frozenSoFar());
    pipeline.rotate(tree, active -> !active.isEmpty());
    assertEquals(1, tree.frozenSoFar());
    assertEquals(behind, tree.view().frozen().getFirst().end().position());
    pipeline.rotate(tree, active -> !active.isEmpty());
    assertEquals(1, tree.frozenSoFar());
  }

  /** What needs no rotation does not wait for room to rotate. */
  @Test
  void whatIsNotToBeRotatedNeedsNoRoom() throws IOException {
    fillAll();
    pipeline.rotate(tree, MemTable::hasDeletes);
    assertEquals(2, tree.frozenSoFar());
  }

  /** Another writer may have frozen the memtable while this one waited to. */
  @Test
  void whatIsToBeRotatedIsAskedAgainAfterTheWait() throws Exception {
    fillAll();
    MemTable meant = tree.active();
    Waiting<Void> waiting =
        new Waiting<>(
            () -> {
              pipeline.rotate(tree, active -> active == meant);
              return null;
            });
    waiting.assertWaits();
    health.commitLock().lock();
    try {
      flushOldest();
      put(9, SMALL);
    } finally {
      health.commitLock().unlock();
    }
    waiting.assertWaits();
    flushOldest();
    assertNull(waiting.result());
    assertEquals(3, tree.frozenSoFar());
    assertEquals(1, tree.active().entries());
  }

  // No room to rotate.

  @Test
  void aWriterWaitsUntilAFlushMakesRoom() throws Exception {
    long behind = fillAll();
    Waiting<Long> waiting = new Waiting<>(() -> put(4, SMALL));
    waiting.assertWaits();
    assertEquals(3, snapshots.newest());
    health.wakeWriters(); // for nothing
    waiting.assertWaits();
    flushOldest();
    long position = waiting.result();
    assertEquals(log.endPosition(), position);
    assertEquals(4, snapshots.newest());
    assertEquals(3, tree.frozenSoFar());
    assertEquals(behind, tree.view().frozen().getFirst().end().position());
  }

  @Test
  void aWriterIsTurnedAwayWhileFlushesWaitForRoomOnTheDisk() throws IOException {
    long behind = fillAll();
    failFlush();
    assertThrows(DbNoSpaceException.class, () -> put(4, SMALL));
    assertThrows(DbNoSpaceException.class, () -> pipeline.rotate(tree, active -> true));
    assertEquals(behind, log.endPosition());
    assertEquals(3, snapshots.newest());
    flushOldest();
    put(4, SMALL); // there is room, whatever flushes wait for
    assertEquals(4, snapshots.newest());
  }

  @Test
  void aWaitingWriterIsTurnedAwayOnceFlushesWaitForRoomOnTheDisk() throws Exception {
    assertTurnsAwayAWaitingWriter(this::failFlush, DbNoSpaceException.class);
    assertFalse(health.isSealed());
  }

  @Test
  void aWaitingWriterIsTurnedAwayByClosing() throws Exception {
    assertTurnsAwayAWaitingWriter(health::close, IllegalStateException.class);
  }

  @Test
  void aWaitingWriterIsTurnedAwayByASeal() throws Exception {
    assertTurnsAwayAWaitingWriter(
        () -> health.seal(new IOException("the disk has gone")), DbSealedException.class);
  }

  private void assertTurnsAwayAWaitingWriter(Runnable end, Class<? extends Exception> how)
      throws Exception {
    long behind = fillAll();
    Waiting<Long> waiting = new Waiting<>(() -> put(4, SMALL));
    waiting.assertWaits();
    end.run();
    assertInstanceOf(how, waiting.failure());
    assertEquals(behind, log.endPosition());
    assertEquals(3, snapshots.newest());
  }

  @Test
  void aClosedStoreTakesNothing() {
    health.close();
    assertThrows(IllegalStateException.class, () -> put(1, SMALL));
    assertThrows(IllegalStateException.class, () -> pipeline.rotate(tree, active -> true));
    assertEquals(0, log.endPosition());
  }

  // Batches that cannot be written.

  /** It waits for room, and is another one when its turn has come: that one is written, whole. */
  @Test
  void aBatchThatIsChangedMeanwhileIsWrittenAsItIsThen() throws Exception {
    fillAll();
    Batch batch = batch(b -> put(b, key(4), SMALL), b -> put(b, key(5), SMALL));
    Waiting<Long> waiting = new Waiting<>(() -> write(batch));
    waiting.assertWaits();
    batch.clear();
    put(batch, key(6), LARGE);
    flushOldest();
    long position = waiting.result();
    assertEquals(log.endPosition(), position);
    assertEquals(4, snapshots.newest());
    assertNull(tree.reads().get(key(4), Moment.NOW));
    assertArrayEquals(LARGE, tree.reads().get(key(6), Moment.NOW));
    assertEquals(new Logged(4, 1), records().getLast());
  }

  // Several trees.

  /** One record, one run of numbers, and nobody sees a half. */
  @Test
  void aBatchOfTwoTreesIsOne() throws IOException {
    disk.onCall(
        call -> {
          if (call.kind() == CallKind.MAPPED_WRITE) {
            assertEquals(0, tree.active().entries() + other.active().entries());
          }
        });
    write(batch(b -> put(b, key(1), SMALL), this::putInOther, b -> put(b, key(3), SMALL)));
    assertEquals(List.of(new Logged(1, 3)), records());
    assertEquals(3, snapshots.newest());
    assertEquals(3, tree.active().largestSequence());
    assertEquals(2, other.active().largestSequence());
    assertArrayEquals(SMALL, other.reads().get(key(2), Moment.NOW));
    assertNull(tree.reads().get(key(2), Moment.NOW));
    assertNull(other.reads().get(key(3), Moment.NOW));
  }

  @Test
  void aTreeIsRotatedByItself() throws IOException {
    write(batch(b -> put(b, key(1), LARGE), this::putInOther));
    write(batch(b -> put(b, key(3), SMALL), this::putInOther));
    assertEquals(1, tree.frozenSoFar());
    assertEquals(0, other.frozenSoFar());
    assertEquals(2, other.active().entries());
  }

  /** Another writer's batch goes through the same copy while this one waits for room. */
  @Test
  void aBatchWaitsForRoomInEachOfItsTrees() throws Exception {
    for (int i = 0; i < 3; i++) {
      pipeline.write(CommitPipeline.ALWAYS, other, EntryKind.PUT, key(i), LARGE);
    }
    Waiting<Long> waiting =
        new Waiting<>(() -> write(batch(b -> put(b, key(4), SMALL), this::putInOther)));
    waiting.assertWaits();
    assertTrue(tree.active().isEmpty());
    write(batch(b -> put(b, key(5), LARGE), b -> delete(b, key(6))));
    assertNull(tree.reads().get(key(4), Moment.NOW));
    flushOldest(other);
    long position = waiting.result();
    assertEquals(log.endPosition(), position);
    assertArrayEquals(SMALL, tree.reads().get(key(4), Moment.NOW));
    assertArrayEquals(SMALL, other.reads().get(key(2), Moment.NOW));
    assertEquals(1, tree.frozenSoFar()); // it was filled meanwhile
    List<Logged> records = records();
    assertEquals(List.of(new Logged(4, 2), new Logged(6, 2)), records.subList(3, 5));
  }

  @Test
  void aBatchForATreeThatHasGoneIsNotWritten() throws IOException {
    trees.remove(other);
    Batch batch = batch(b -> put(b, key(1), SMALL), this::putInOther);
    assertThrows(IllegalStateException.class, () -> write(batch));
    assertEquals(0, log.endPosition());
    assertFalse(health.isSealed());
    put(1, SMALL);
    assertEquals(1, snapshots.newest());
  }

  @Test
  void aWriterThatWaitsForATreeThatGoesIsTurnedAway() throws Exception {
    for (int i = 0; i < 3; i++) {
      pipeline.write(CommitPipeline.ALWAYS, other, EntryKind.PUT, key(i), LARGE);
    }
    long behind = log.endPosition();
    Waiting<Long> waiting = new Waiting<>(() -> write(batch(this::putInOther)));
    waiting.assertWaits();
    other.markDropped();
    health.wakeWriters();
    assertInstanceOf(IllegalStateException.class, waiting.failure());
    assertEquals(behind, log.endPosition());
    put(1, SMALL);
    assertEquals(4, snapshots.newest());
  }

  private void putInOther(Batch batch) {
    batch.add(other.id().number(), Batch.PUT, key(2), SMALL);
  }

  // Surroundings.

  private long put(int key, byte[] value) throws IOException {
    return pipeline.write(CommitPipeline.ALWAYS, tree, EntryKind.PUT, key(key), value);
  }

  private long write(Batch batch) throws IOException {
    return pipeline.write(CommitPipeline.ALWAYS, to -> to.set(batch));
  }

  private static void put(Batch batch, byte[] key, byte[] value) {
    batch.add(0, Batch.PUT, key, value);
  }

  private static void delete(Batch batch, byte[] key) {
    batch.add(0, Batch.DELETE, key, Batch.NO_BYTES);
  }

  private static byte[] key(int i) {
    return new byte[] {(byte) i};
  }

  @SafeVarargs
  private static Batch batch(Consumer<Batch>... operations) {
    Batch batch = new Batch();
    for (Consumer<Batch> operation : operations) {
      operation.accept(batch);
    }
    return batch;
  }

  /** Fills all memtables there may be by writes 1 to 3; returns the log position behind them. */
  private long fillAll() throws IOException {
    put(1, LARGE);
    put(2, LARGE);
    long behind = put(3, LARGE);
    assertFalse(tree.hasRoomToRotate());
    return behind;
  }

  private void flushOldest() throws IOException {
    flushOldest(tree);
  }

  private static void flushOldest(Tree of) throws IOException {
    Versions.Flush flush =
        new Versions.Flush(
            of, Objects.requireNonNull(of.oldestFrozen()).table(), List.of(), List.of());
    of.versions().install(List.of(flush), List.of(EditEntry.Kind.LAST_SEQUENCE.of(1)));
  }

  private void failFlush() {
    flush =
        () -> {
          throw new NoSpaceException("full");
        };
    background.flushSoon();
  }

  /** What the log holds for who opens it after a kill. */
  private List<Logged> records() throws IOException {
    List<Logged> records = new ArrayList<>();
    Log.recover(
        disk.kill().openDirectory(LOG_PATH),
        0,
        LogProof.NONE,
        (position, buffer, offset, length) ->
            records.add(
                new Logged(
                    Batch.firstSequence(buffer, offset, length),
                    Batch.count(buffer, offset, length))));
    return records;
  }

  /** A call in a thread of its own that is expected to wait for room. */
  private static final class Waiting<T> {
    private final FutureTask<T> call;
    private final Thread thread;

    Waiting(Callable<T> call) {
      this.call = new FutureTask<>(call);
      this.thread = Thread.ofPlatform().daemon().start(this.call);
    }

    /** Comes back when the thread has been seen to wait; fails if the call ends instead. */
    void assertWaits() {
      while (thread.getState() != Thread.State.WAITING) {
        assertFalse(call.isDone(), "did not wait");
        Thread.onSpinWait();
      }
    }

    T result() throws Exception {
      thread.join();
      return call.resultNow();
    }

    Throwable failure() throws InterruptedException {
      thread.join();
      return call.exceptionNow();
    }
  }
}
