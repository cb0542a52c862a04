package dev.malkoha.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is looked at under the commit lock and what outside, and what comes between the two. */
class ValidationTest {

  private static final byte[] KEY = {7};
  private static final int FLUSHES = 10_000;

  private final Shared shared;
  private final Snapshots snapshots;
  private final BareTree bare;
  private final Tree tree;
  private final Footprint footprint = new Footprint();

  ValidationTest() throws IOException {
    bare = BareTree.on(new SimulatedDisk(), DbOptions.defaults());
    shared = bare.shared();
    snapshots = shared.snapshots();
    tree = bare.tree();
    footprint.addKey(KEY);
    put(1);
  }

  private void put(int key) {
    long before = snapshots.newest();
    bare.underCommitLock(() -> tree.beginAt(before, before));
    byte[] bytes = {(byte) key};
    tree.active().add(EntryKind.tag(before + 1, EntryKind.PUT), bytes, 0, 1, 0, 0);
    snapshots.publish(before + 1);
  }

  private void putOthers(int count) {
    for (int i = 0; i < count; i++) {
      put(i % 5);
    }
  }

  private Validation validation() {
    return new Validation(snapshots.newest(), Map.of(tree, footprint));
  }

  /** One that rests on a range, for which every change is looked at. */
  private Validation validationOfRange() {
    footprint.ranges().add(new byte[] {6}, new byte[] {9});
    return validation();
  }

  private boolean holds(Validation validation) {
    return validation.holds(snapshots.newest());
  }

  private boolean goesOn(Validation validation) throws IOException {
    return validation.goesOn(new Pin(shared, snapshots.open(), null, snapshots::close));
  }

  @Test
  void whatIsLittleIsLookedAtAtOnce() throws IOException {
    Validation validation = validationOfRange();
    assertTrue(holds(validation));
    putOthers(Validation.FEW);
    assertTrue(holds(validation));
    put(8);
    validation = validation();
    put(8);
    assertFalse(holds(validation));
    assertFalse(goesOn(validation));
  }

  /** A change that becomes a table in the middle of a look is among the memtables, or missed. */
  @Test
  void whatIsFlushedMeanwhileIsNoLessChanged() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger flushed = new AtomicInteger();
    Thread flusher =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int turn = 1; turn <= FLUSHES; turn++) {
                    await(begun, turn);
                    tree.publish(tree.view().version(), 1);
                    flushed.set(turn);
                  }
                });
    int held = 0;
    for (int turn = 1; turn <= FLUSHES; turn++) {
      Validation validation = validation();
      put(7);
      bare.underCommitLock(
          () -> tree.rotate(new MemTable.LogPlace(snapshots.newest(), snapshots.newest())));
      begun.set(turn);
      held += holds(validation) ? 1 : 0;
      await(flushed, turn);
    }
    flusher.join();
    assertEquals(0, held, "so many changes were overlooked");
  }

  private static void await(AtomicInteger counter, int turn) {
    while (counter.get() < turn) {
      Thread.onSpinWait();
    }
  }

  @Test
  void manyChangesMatterLittleToFewKeys() {
    Validation validation = validation();
    putOthers(10 * Validation.FEW);
    assertTrue(holds(validation));
    put(7);
    assertFalse(holds(validation));
  }

  @Test
  void whatIsMuchIsLookedAtOutsideFirst() throws IOException {
    Validation validation = validationOfRange();
    putOthers(Validation.FEW + 1);
    assertFalse(holds(validation));
    assertTrue(goesOn(validation));
    assertTrue(holds(validation));
    putOthers(Validation.FEW);
    assertTrue(holds(validation));
    put(7);
    assertFalse(holds(validation));
  }

  /** Whoever cannot keep up with the others is let through in the end, or refused. */
  @Test
  void theLockIsLeftSomeTimesOnly() throws IOException {
    for (int last : new int[] {1, 7}) {
      Validation validation = validationOfRange();
      int searches = 0;
      putOthers(Validation.FEW + 1);
      while (!holds(validation) && searches < Validation.SEARCHES_MAX) {
        assertTrue(goesOn(validation));
        searches++;
        putOthers(Validation.FEW);
        put(searches == Validation.SEARCHES_MAX ? last : 1);
      }
      assertEquals(Validation.SEARCHES_MAX, searches);
      assertEquals(last == 1, holds(validation));
    }
  }

  /** After a look outside nothing is missed, though its memtable was frozen. */
  @Test
  void laterMemtablesAreLookedAtFromTheLastLookOn() throws IOException {
    Validation validation = validation();
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(1, 1)));
    assertTrue(goesOn(validation));
    put(2);
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(2, 2)));
    put(7);
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(3, 3)));
    assertFalse(holds(validation));
    assertFalse(goesOn(validation), "it was found under the lock");
  }

  /** Where it was flushed, too, tables are to be looked into: no memtable is held for that. */
  @Test
  void whatWasFlushedAfterALookCallsForAnother() throws IOException {
    Validation validation = validation();
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(1, 1)));
    assertTrue(goesOn(validation));
    put(7);
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(2, 2)));
    tree.publish(tree.view().version(), 2);
    assertTrue(tree.view().frozen().isEmpty());
    assertFalse(holds(validation));
    put(7);
    assertFalse(holds(validation));
    assertFalse(goesOn(validation));
  }

  /** Each look leaves the snapshot of the one before, and the end leaves the last. */
  @Test
  void oneSnapshotIsOpenAtATime() throws IOException {
    try (Validation validation = validation()) {
      for (int i = 0; i < 3; i++) {
        put(1);
        assertTrue(goesOn(validation));
        assertArrayEquals(new long[] {snapshots.newest()}, snapshots.sequences());
      }
    }
    assertEquals(0, snapshots.sequences().length);
  }

  @Test
  void whatMayBeInTablesIsNotTakenForAbsent() throws IOException {
    Validation validation = validation();
    put(2);
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(1, 1)));
    tree.publish(tree.view().version(), 1);
    assertFalse(holds(validation));
    assertTrue(goesOn(validation));
    assertTrue(holds(validation));
  }

  /** What is ingested is in no memtable. */
  @Test
  void anIngestionBehindALookCallsForAnother() throws IOException {
    Validation validation = validation();
    put(1);
    assertTrue(goesOn(validation));
    bare.underCommitLock(() -> tree.noteIngestion(snapshots.newest() + 1));
    snapshots.publish(snapshots.newest() + 1);
    assertFalse(holds(validation));
    assertTrue(goesOn(validation));
    assertTrue(holds(validation));
  }

  @Test
  void aDroppedKeyspaceIsNoGround() {
    Validation validation = validation();
    tree.markDropped();
    assertThrows(IllegalStateException.class, () -> holds(validation));
  }
}
