package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InstallerTest {

  private final SimulatedDisk disk = new SimulatedDisk();

  /** A job that runs on while another one's edit fails must not put its own behind that one. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void noEditFollowsAFailedOne(Fault.Kind kind) throws IOException {
    Installer installer = installer();
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)).as(kind));
    assertThrows(Throwable.class, () -> installer.install(edit(1), List.of()));
    long appended = disk.calls(CallKind.APPEND);
    assertThrows(IOException.class, () -> installer.install(edit(2), List.of()));
    assertThrows(IOException.class, () -> installer.installFlush(edit(3), List.of()));
    assertEquals(appended, disk.calls(CallKind.APPEND));
  }

  /** What notes how far the log reaches comes at any time, between the edits of jobs. */
  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void noEditFollowsANoteThatFailed(Fault.Kind kind) throws IOException {
    Installer installer = installer();
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE)).as(kind));
    assertThrows(Throwable.class, () -> installer.note(LogProof.NONE));
    long appended = disk.calls(CallKind.APPEND);
    assertThrows(IOException.class, () -> installer.install(edit(1), List.of()));
    assertThrows(IOException.class, () -> installer.note(LogProof.NONE));
    assertThrows(IOException.class, () -> installer.prove(LogProof.NONE));
    assertEquals(appended, disk.calls(CallKind.APPEND));
  }

  /** It was not made: another one may be, and on the same manifest as before or a fresh one. */
  @Test
  void anEditFollowsOneThatFoundNoRoom() throws IOException {
    Installer installer = installer();
    disk.fail(Fault.at(CallKind.APPEND, disk.calls(CallKind.APPEND)).noSpace());
    assertThrows(NoSpaceException.class, () -> installer.install(edit(1), List.of()));
    installer.install(edit(2), List.of());
    disk.fail(Fault.at(CallKind.APPEND, disk.calls(CallKind.APPEND)).noSpace());
    assertThrows(NoSpaceException.class, () -> installer.note(LogProof.NONE));
    installer.note(LogProof.NONE);
    installer.prove(LogProof.NONE);
  }

  private static List<EditEntry> edit(long sequence) {
    return List.of(new EditEntry.LastSequence(sequence));
  }

  private Installer installer() throws IOException {
    ManifestState state = new ManifestState();
    state.apply(
        new VersionEdit(
            List.of(
                new EditEntry.Identity(1, 2),
                new EditEntry.OptionsLine(""),
                new EditEntry.NextFile(1))));
    VersionSet.TableOpener none =
        (meta, vector) -> {
          throw new AssertionError("there are no tables");
        };
    VersionSet versions =
        VersionSet.begin(
            disk.openDirectory(Path.of("db")), none, state, VersionSet.openVersion(none, state));
    MemTable active = new MemTable(new KeyHasher(1), 0);
    Views views = new Views(new ReadView(active, List.of(), versions.current()));
    return new Installer(versions, views, new ReadSections());
  }
}
