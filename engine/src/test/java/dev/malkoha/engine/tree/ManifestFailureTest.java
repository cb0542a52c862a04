package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failed edit may or may not be in the manifest, and nothing must follow it there. */
class ManifestFailureTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final BareTree bare = BareTree.on(disk, DbOptions.defaults());

  ManifestFailureTest() throws IOException {}

  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void aNoteThatFailsSealsTheStore(Fault.Kind kind) {
    assertSeals(kind, () -> bare.versions().note(new EditEntry.LogMark(LogProof.NONE)));
  }

  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void aKeyspaceThatCannotBeNotedSealsTheStore(Fault.Kind kind) {
    KeyspaceId id = new KeyspaceId(bare.versions().nextKeyspace(), "other");
    EditEntry noted = new EditEntry.Keyspace(id, KeyspaceOptions.defaults().toString());
    assertSeals(kind, () -> bare.versions().note(noted));
  }

  private void assertSeals(Fault.Kind kind, Executable edit) {
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)).as(kind));
    assertThrows(Throwable.class, edit);
    assertTrue(bare.shared().health().isSealed());
    assertEquals(
        "an earlier change of the store's tables has failed",
        assertThrows(IOException.class, edit).getMessage());
  }

  /** Nothing is in doubt: the edit was not made. */
  @Test
  void anEditThatFindsNoRoomIsTriedAgain() throws IOException {
    disk.fail(Fault.at(CallKind.APPEND, disk.calls(CallKind.APPEND)).as(Fault.Kind.NO_SPACE));
    assertThrows(
        NoSpaceException.class, () -> bare.versions().note(new EditEntry.LogMark(LogProof.NONE)));
    assertFalse(bare.shared().health().isSealed());
    bare.versions().note(new EditEntry.LogMark(LogProof.NONE));
  }
}
