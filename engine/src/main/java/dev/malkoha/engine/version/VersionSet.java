package dev.malkoha.engine.version;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The manifest and the counter of file numbers, with the one method that leads from one {@link
 * Version} of a keyspace to the next.
 *
 * <p>{@link #apply} makes an edit durable and then builds the next version; publishing it to
 * readers is the caller's. Edits are applied under the caller's lock. A failed edit leaves the
 * manifest in doubt: the caller seals the engine, and nothing is retried. A full disk alone leaves
 * no doubt: the edit was not made, and may be tried again.
 */
public final class VersionSet implements Closeable {

  /** A manifest is rewritten when it has grown to this many times what a fresh one would be. */
  private static final long MANIFEST_BYTES_MIN = 1 << 20;

  private static final int MANIFEST_GROWTH_MAX = 8;

  private final Directory directory;
  private final TableOpener opener;
  private final ManifestState state;
  private final AtomicLong nextFile;
  private ManifestWriter manifest;
  private long freshManifestBytes;

  /** Sidecars that would have been deleted but for those who hold them. */
  private final Set<Long> heldBack = new HashSet<>();

  private int sidecarHolds;

  /** Opens the tables that a manifest names. */
  public interface TableOpener {
    Table open(TableMeta meta, @Nullable VectorRef vector) throws IOException;
  }

  private VersionSet(
      Directory directory, TableOpener opener, ManifestState state, ManifestWriter manifest) {
    this.directory = directory;
    this.opener = opener;
    this.state = state;
    this.manifest = manifest;
    this.freshManifestBytes = manifest.size();
    this.nextFile = new AtomicLong(state.nextFile());
  }

  /**
   * Writes a new manifest that says what a state does and puts it in force. The state is the set's
   * from then on.
   */
  public static VersionSet begin(Directory directory, TableOpener opener, ManifestState state)
      throws IOException {
    ManifestWriter manifest = newManifest(directory, state);
    VersionSet versions = new VersionSet(directory, opener, state, manifest);
    deleteManifestsBefore(directory, manifest.number());
    return versions;
  }

  /** Now, not with other leftovers: a disk is not to fill with one for each opening that fails. */
  private static void deleteManifestsBefore(Directory directory, long number) throws IOException {
    for (String name :
        directory.list(
            name ->
                FileNames.manifestNumber(FileNames.withoutDraft(name)).orElse(number) < number)) {
      directory.delete(name);
    }
  }

  private static ManifestWriter newManifest(Directory directory, ManifestState state)
      throws IOException {
    long number = state.nextFile();
    state.apply(new VersionEdit(List.of(new EditEntry.NextFile(number + 1))));
    state.keepObsolete(obsoleteIn(directory, state));
    ManifestWriter manifest = ManifestWriter.create(directory, number, state.asEdit());
    try {
      manifest.makeCurrent(directory);
      return manifest;
    } catch (NoSpaceException e) { // met before CURRENT names the manifest: that has never been
      manifest.discard(directory, e);
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      manifest.close();
      throw e;
    }
  }

  private static Set<Long> obsoleteIn(Directory directory, ManifestState state) throws IOException {
    Set<Long> numbers = new HashSet<>();
    for (String name :
        directory.list(
            name -> {
              OptionalLong number = FileNames.number(FileNames.withoutDraft(name));
              return number.isPresent() && state.isObsolete(number.getAsLong());
            })) {
      FileNames.number(FileNames.withoutDraft(name)).ifPresent(numbers::add);
    }
    return numbers;
  }

  /** Opens all tables of a keyspace, as a version that the caller then holds. Changes nothing. */
  public static Version openVersion(TableOpener opener, KeyspaceState state) throws IOException {
    List<List<Table>> levels = new ArrayList<>();
    try {
      for (int level = 0; level < Version.LEVELS; level++) {
        List<Table> tables = new ArrayList<>();
        levels.add(tables);
        for (TableMeta meta : state.level(level)) {
          tables.add(opener.open(meta, state.vector(meta.number())));
        }
      }
      Version version = new Version(levels, RangeTombstones.of(state.ranges()));
      version.valueFiles().all().forEach(file -> file.setNeeded(true));
      return version;
    } finally {
      levels.forEach(level -> level.forEach(Table::release)); // the version holds them by itself
    }
  }

  /**
   * Makes an edit durable and returns the version that follows from it, which the caller then holds
   * and publishes. Its publisher still holds the version before.
   *
   * <p>Sidecars that no table needs any more are deleted, unless somebody {@link #holdSidecars
   * holds} them: what they say is in memory.
   *
   * @param keyspace that the edit is of, which must be there
   * @param before the keyspace's version that the edit changes
   * @param added the open tables that the edit adds, or whose vectors it changes; the version holds
   *     them in addition
   * @throws NoSpaceException if the disk is full: nothing has changed, and the tables that the edit
   *     was to add are obsolete
   */
  public Version apply(KeyspaceId keyspace, VersionEdit edit, Version before, List<Table> added)
      throws IOException {
    VersionEdit complete = complete(keyspace, edit);
    append(complete, added, before);
    Set<Long> needless = state.apply(complete);
    renameDrafts(complete);
    Version version = next(keyspace, complete, before, added);
    markObsolete(before.tables(), version);
    markNeededValueFiles(before, version);
    rewriteManifestWhenLong();
    deleteSidecars(needless);
    return version;
  }

  private VersionEdit complete(KeyspaceId keyspace, VersionEdit edit) {
    List<EditEntry> entries = new ArrayList<>();
    if (!keyspace.isDefault()) {
      entries.add(new EditEntry.InKeyspace(keyspace.number()));
    }
    entries.addAll(edit.entries());
    entries.add(new EditEntry.NextFile(nextFile.get()));
    return new VersionEdit(entries);
  }

  private void deleteSidecars(Set<Long> needless) throws IOException {
    heldBack.addAll(needless);
    if (sidecarHolds == 0) {
      for (long number : new TreeSet<>(heldBack)) {
        heldBack.remove(number);
        directory.delete(FileNames.found(directory, FileNames.sidecar(number)));
      }
    }
  }

  /** Keeps all sidecars there are until {@link #letSidecarsGo}. Under the caller's lock. */
  public void holdSidecars() {
    sidecarHolds++;
  }

  /**
   * Deletes those that have become needless meanwhile, if nobody else holds them. What cannot be
   * deleted goes at the next opening. Under the caller's lock.
   */
  public void letSidecarsGo() {
    sidecarHolds--;
    try {
      deleteSidecars(Set.of());
    } catch (IOException | IllegalStateException e) { // or the store is closed
      StoreLog.debug("a needless sidecar stays", e);
    }
  }

  /** The edit is durable: the files that it names are drafts no more. */
  private void renameDrafts(VersionEdit edit) {
    Set<String> names = new LinkedHashSet<>();
    for (EditEntry entry : edit.entries()) {
      if (entry instanceof EditEntry.AddTable add) {
        names.add(FileNames.table(add.table().number()));
      } else if (entry instanceof EditEntry.AddValueFile add) {
        names.add(FileNames.values(add.file().number()));
      } else if (entry instanceof EditEntry.SetVector set) {
        names.add(FileNames.sidecar(set.vector().sidecar()));
      }
    }
    names.forEach(name -> FileNames.renameDraft(directory, name));
  }

  /**
   * Notes durably what changes no version that goes on: a keyspace that is dropped takes its tables
   * with it. Under the caller's lock.
   */
  public void note(EditEntry... entries) throws IOException {
    VersionEdit edit = new VersionEdit(List.of(entries));
    append(edit);
    Set<Long> needless = state.apply(edit);
    rewriteManifestWhenLong();
    deleteSidecars(needless);
  }

  /** Has CURRENT prove how far the manifest reaches. Under the caller's lock. */
  public void prove() throws IOException {
    manifest.prove(directory);
  }

  private void append(VersionEdit edit, List<Table> added, Version before) throws IOException {
    try {
      append(edit);
    } catch (NoSpaceException e) {
      markObsolete(added, before); // no edit names them
      throw e;
    }
  }

  /**
   * Nothing is appended after part of a record: where there is one, a fresh manifest goes on. The
   * open manifest would take an edit even after the directory was replaced: so that is refused.
   */
  private void append(VersionEdit edit) throws IOException {
    directory.requireInPlace();
    if (manifest.isTorn()) {
      rewriteManifest();
    }
    manifest.append(edit);
  }

  /** Marks tables that a version does not hold: their files are deleted with the last holder. */
  private static void markObsolete(List<Table> tables, Version version) {
    Set<TableMeta> kept = version.tables().stream().map(Table::meta).collect(Collectors.toSet());
    tables.stream().filter(table -> !kept.contains(table.meta())).forEach(Table::markObsolete);
  }

  /** A value file goes with its last holder once no table that is named points into it. */
  private void markNeededValueFiles(Version before, Version after) {
    for (ValueFiles files : List.of(before.valueFiles(), after.valueFiles())) {
      files.all().forEach(file -> file.setNeeded(state.needsValueFile(file.meta().number())));
    }
  }

  private Version next(KeyspaceId keyspace, VersionEdit edit, Version before, List<Table> added) {
    KeyspaceState now = Objects.requireNonNull(state.keyspace(keyspace.number()));
    Map<Long, Table> open = new HashMap<>();
    before.tables().forEach(table -> open.put(table.meta().number(), table));
    added.forEach(table -> open.put(table.meta().number(), table));
    List<List<Table>> levels = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      levels.add(now.level(level).stream().map(meta -> open.get(meta.number())).toList());
    }
    return new Version(levels, ranges(edit, before.ranges()));
  }

  /** Those of a flush are newer than all that are in force. */
  private static RangeTombstones ranges(VersionEdit edit, RangeTombstones before) {
    List<RangeTombstone> added = new ArrayList<>();
    Set<Long> dropped = new HashSet<>();
    for (EditEntry entry : edit.entries()) {
      switch (entry) {
        case EditEntry.AddRange(RangeTombstone range) -> added.add(range);
        case EditEntry.DropRange(long sequence) -> dropped.add(sequence);
        default -> {}
      }
    }
    return before.plus(RangeTombstones.of(added)).without(dropped);
  }

  /** A long manifest is as good as a short one: without room for the new one it goes on. */
  private void rewriteManifestWhenLong() throws IOException {
    long limit = Math.max(MANIFEST_BYTES_MIN, MANIFEST_GROWTH_MAX * freshManifestBytes);
    if (manifest.size() > limit) {
      try {
        rewriteManifest();
      } catch (NoSpaceException e) {
        StoreLog.debug("the manifest stays long", e);
      }
    }
  }

  /** Has a fresh manifest, which says the same, take the place of the one in force. */
  private void rewriteManifest() throws IOException {
    state.apply(new VersionEdit(List.of(new EditEntry.NextFile(newFileNumber()))));
    ManifestWriter fresh = newManifest(directory, state);
    manifest.close();
    directory.delete(FileNames.found(directory, FileNames.manifest(manifest.number())));
    manifest = fresh;
    freshManifestBytes = fresh.size();
  }

  /** Opens a table that a job has just written, to be added by the next edit. */
  public Table openTable(TableMeta meta) throws IOException {
    return opener.open(meta, null);
  }

  /** A file number never given out before. Any thread. */
  public long newFileNumber() {
    return nextFile.getAndIncrement();
  }

  /** The sum of the edits of the manifest in force. Under the caller's lock. */
  public ManifestState state() {
    return state;
  }

  /** The number of the manifest in force. Under the caller's lock. */
  public long manifestNumber() {
    return manifest.number();
  }

  @Override
  public void close() throws IOException {
    manifest.close();
  }
}
