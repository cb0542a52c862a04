package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which memtables are held, and for how long. */
class HeldMemTablesTest {

  private static final byte[] KEY = {1};
  private static final int COLLECTIONS_MAX = 10;

  private final BareTree bare;
  private final Tree tree;
  private final Snapshots snapshots;

  HeldMemTablesTest() throws IOException {
    bare = BareTree.on(new SimulatedDisk(), DbOptions.defaults());
    tree = bare.tree();
    snapshots = bare.shared().snapshots();
  }

  /** Fills a memtable, freezes it and has it flushed. */
  private void pass() {
    long before = snapshots.newest();
    bare.underCommitLock(() -> tree.beginAt(before, before));
    tree.active().add(EntryKind.tag(before + 1, EntryKind.PUT), KEY, 0, 1, 0, 0);
    snapshots.publish(before + 1);
    bare.underCommitLock(() -> tree.rotate(new MemTable.LogPlace(before + 1, 1)));
    tree.publish(tree.view().version(), 1);
  }

  private WeakReference<MemTable> active() {
    return new WeakReference<>(tree.active());
  }

  private static void collect(WeakReference<MemTable> memTable) {
    for (int i = 0; i < COLLECTIONS_MAX && memTable.get() != null; i++) {
      System.gc();
    }
  }

  /**
   * The collector takes what has died among its old objects for alive, for a while: so one memtable
   * must not keep the next.
   */
  @Test
  void noMemtableKeepsTheNextOne() {
    MemTable first = tree.active();
    try {
      pass();
      WeakReference<MemTable> second = active();
      pass();
      collect(second);
      assertNull(second.get());
    } finally {
      Reference.reachabilityFence(first);
    }
  }

  /** Whoever asks what was written since a moment holds a number, and what is in tables may go. */
  @Test
  void nothingHoldsWhatHasBecomeATable() {
    pass();
    long seen = snapshots.newest();
    WeakReference<MemTable> later = active();
    assertEquals(List.of(tree.active()), tree.memTablesSince(seen));
    assertFalse(tree.isChanged(KEY, seen, true));
    pass();
    assertTrue(tree.isChanged(KEY, seen, true));
    assertFalse(tree.isChanged(KEY, seen, false));
    assertFalse(tree.isChanged(KEY, snapshots.newest(), true));
    collect(later);
    assertNull(later.get());
  }
}
