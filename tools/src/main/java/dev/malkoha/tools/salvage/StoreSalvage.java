package dev.malkoha.tools.salvage;

import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.toolkit.StoreFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.tools.salvage.LogRemains.Writes;
import dev.malkoha.tools.salvage.TableFinder.Found;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A damaged store, read as far as anything of it verifies; nothing of it is changed. It holds the
 * store's lock. One thread.
 */
public final class StoreSalvage implements Closeable {

  private final List<Closeable> open = new ArrayList<>();
  private final SalvageNotes notes = new SalvageNotes();
  private final Directory directory;
  private final ManifestSalvage manifest;
  private final TableFinder finder;
  private final DeadEntries dead;
  private final List<Found> tables;
  private final Map<String, Writes> writes = new TreeMap<>();

  private StoreSalvage(Directory directory, DirectoryLock lock, String unnamed) throws IOException {
    this.directory = directory;
    open.add(lock);
    open.add(directory);
    this.manifest = ManifestSalvage.read(directory, notes);
    this.finder = new TableFinder(directory, manifest, unnamed, notes);
    this.tables = finder.find();
    this.dead = DeadEntries.of(directory, manifest, finder, notes);
    ManifestState state = manifest.state();
    LogRemains.read(
        directory,
        state.logFloor(),
        manifest.isWhole() ? state.lastSequence() : -1,
        state.logProof(),
        state::isCut,
        this::writesOf,
        notes);
  }

  /**
   * Begins with a store.
   *
   * @param unnamed the keyspace of tables that nothing says the keyspace of
   * @throws DbNotFoundException if there is nothing of a store in the directory
   */
  public static StoreSalvage open(Disk disk, Path path, String unnamed) throws IOException {
    Directory directory = StoreFiles.open(disk, path);
    try {
      StoreDirectory.refuseForeign(directory);
      if (directory.list(StoreSalvage::isOfStore).isEmpty()) {
        throw new DbNotFoundException("there is nothing of a store in " + path, null);
      }
      DirectoryLock lock = directory.lockExisting(FileNames.LOCK);
      try {
        return new StoreSalvage(directory, lock, unnamed);
      } catch (IOException | RuntimeException | Error e) {
        lock.close();
        throw e;
      }
    } catch (IOException | RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  private static boolean isOfStore(String name) {
    return name.equals(FileNames.CURRENT)
        || name.endsWith(".log")
        || FileNames.number(FileNames.withoutDraft(name)).isPresent();
  }

  /** Where writes to a keyspace go that are in the log alone; null if it was dropped. */
  private @Nullable Writes writesOf(long number) {
    String name = name(number);
    if (name == null) {
      return null;
    }
    KeyspaceState keyspace = manifest.state().keyspace(number);
    long flushed =
        keyspace == null ? 0 : Math.max(keyspace.flushed(), manifest.state().lastSequence());
    for (Found table : tables) {
      if (table.keyspace().equals(name) && !FileNames.isDraft(table.file())) {
        flushed = Math.max(flushed, table.flushed());
      }
    }
    Writes found = new Writes(flushed);
    writes.put(name, found);
    return found;
  }

  /** The name of a keyspace; null if it was dropped. */
  private @Nullable String name(long number) {
    KeyspaceState keyspace = manifest.state().keyspace(number);
    if (keyspace != null) {
      return keyspace.id().name();
    }
    for (Found table : tables) {
      TableNote note = table.note();
      if (note != null && note.keyspace().number() == number) {
        return note.keyspace().name();
      }
    }
    if (manifest.hasIdentity() && number < manifest.state().nextKeyspace()) {
      return null;
    }
    notes.note("the log has writes to keyspace number " + number + ", whose name is lost");
    return "keyspace-" + number;
  }

  /** The names of all keyspaces that are left, the default one first. */
  public Set<String> keyspaces() {
    Set<String> names = new LinkedHashSet<>();
    names.add(KeyspaceId.DEFAULT.name());
    manifest.state().keyspaces().forEach(keyspace -> names.add(keyspace.id().name()));
    tables.forEach(table -> names.add(table.keyspace()));
    names.addAll(writes.keySet());
    return names;
  }

  /** The options that a keyspace had, as text; empty if they are lost. */
  public String options(String keyspace) {
    if (keyspace.equals(KeyspaceId.DEFAULT.name())) {
      return manifest.state().options();
    }
    KeyspaceState state = manifest.state().keyspace(keyspace);
    return state == null ? "" : state.options();
  }

  /** What is left of a keyspace; to be closed. */
  public KeyspaceSalvage keyspace(String name) throws IOException {
    KeyspaceState state = manifest.state().keyspace(name);
    List<RangeTombstone> ranges = state == null ? List.of() : state.ranges();
    List<Found> own = tables.stream().filter(table -> table.keyspace().equals(name)).toList();
    Writes log = writes.getOrDefault(name, new Writes(0));
    return KeyspaceSalvage.open(name, directory, finder, dead, own, log, ranges, notes);
  }

  /** What could not be read so far. */
  public SalvageNotes notes() {
    return notes;
  }

  @Override
  public void close() throws IOException {
    Aftermath.closeAll(open);
  }
}
