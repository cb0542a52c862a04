package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.opening.StoreOpener;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeTest {

  private static final byte[] KEY = {1};

  private final SimulatedDisk disk = new SimulatedDisk();
  private final BareTree bare;
  private final Versions versions;
  private final Tree tree;

  TreeTest() throws IOException {
    bare = BareTree.on(disk, DbOptions.defaults());
    versions = bare.versions();
    tree = bare.tree();
  }

  /** A job that runs on while another one's edit fails must not put its own behind that one. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void noEditFollowsAFailedOne(Fault.Kind kind) throws IOException {
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)).as(kind));
    assertThrows(Throwable.class, () -> versions.install(tree, edit(1), List.of(), () -> {}));
    long appended = disk.calls(CallKind.APPEND);
    assertThrows(IOException.class, () -> versions.install(tree, edit(2), List.of(), () -> {}));
    assertThrows(IOException.class, () -> versions.install(tree, edit(3), List.of(), () -> {}));
    assertEquals(appended, disk.calls(CallKind.APPEND));
  }

  /** What notes how far the log reaches comes at any time, between the edits of jobs. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void noEditFollowsANoteThatFailed(Fault.Kind kind) throws IOException {
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)).as(kind));
    assertThrows(Throwable.class, () -> versions.note(mark()));
    long appended = disk.calls(CallKind.APPEND);
    assertThrows(IOException.class, () -> versions.install(tree, edit(1), List.of(), () -> {}));
    assertThrows(IOException.class, () -> versions.note(mark()));
    assertThrows(IOException.class, () -> versions.prove(LogProof.NONE));
    assertEquals(appended, disk.calls(CallKind.APPEND));
  }

  /** It was not made: another one may be, and on the same manifest as before or a fresh one. */
  @Test
  void anEditFollowsOneThatFoundNoRoom() throws IOException {
    disk.fail(Fault.at(CallKind.APPEND, disk.calls(CallKind.APPEND)).noSpace());
    assertThrows(
        NoSpaceException.class, () -> versions.install(tree, edit(1), List.of(), () -> {}));
    versions.install(tree, edit(2), List.of(), () -> {});
    disk.fail(Fault.at(CallKind.APPEND, disk.calls(CallKind.APPEND)).noSpace());
    assertThrows(NoSpaceException.class, () -> versions.note(mark()));
    versions.note(mark());
    versions.prove(LogProof.NONE);
  }

  /** A writer who waited for its turn may freeze the memtable of a tree that has gone meanwhile. */
  @Test
  void aTreeThatIsTakenAwayDoesNotComeBack() throws IOException {
    Tree other = tree.another(new KeyspaceId(1, "other"), tree.options());
    other.openEmpty();
    Trees trees = bare.shared().trees();
    bare.underCommitLock(
        () -> {
          other.beginAt(0, 0);
          other.markDropped();
          trees.remove(other);
          other.rotate(new MemTable.LogPlace(1, 1));
        });
    assertNull(trees.of(1));
    assertEquals(List.of(tree), trees.all());
  }

  /** What a cursor holds is let go of where none comes of it. */
  @Test
  @SuppressWarnings("NullAway") // a way to fail that needs no damage
  void aScanThatFailsHoldsNothing() throws IOException {
    DbOptions options = DbOptions.builder().build();
    try (Store store =
        new StoreOpener(
                new Opening.Given(
                    disk,
                    Stores.PATH,
                    options,
                    inForce -> StoreMeans.own(inForce, Workers.inline()),
                    new TimeAndChance(disk::nanos, disk::draw)),
                Wanted.STORE_OR_NEW)
            .open()) {
      store
          .writer()
          .write(store.trees().ofDefault(), null, EntryKind.PUT, KEY, KEY, Durability.PROCESS);
      store.writer().flush(store.trees().all());
      assertThrows(
          NullPointerException.class,
          () -> store.trees().ofDefault().reads().scan(null, Moment.NOW, ScanOptions.defaults()));
      store
          .writer()
          .write(store.trees().ofDefault(), null, EntryKind.PUT, KEY, KEY, Durability.PROCESS);
      store.writer().compact(store.trees().all(), KeyRange.all());
      assertEquals(
          1,
          disk.filesAtRest(Stores.PATH).names().stream().filter(n -> n.endsWith(".sst")).count());
    }
  }

  private static EditEntry mark() {
    return new EditEntry.LogMark(LogProof.NONE);
  }

  private static List<EditEntry> edit(long sequence) {
    return List.of(EditEntry.Kind.LAST_SEQUENCE.of(sequence));
  }
}
