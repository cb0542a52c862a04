package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.NoSpaceException;

/**
 * The manifest in force: its file, the sum of its edits, the counter of file numbers, and the
 * sidecars that edits make needless. It is rewritten when it has grown long.
 *
 * <p>One thread at a time, but for {@link #newFileNumber}. A failed edit leaves it in doubt: no
 * other may follow. A full disk alone leaves no doubt: the edit was not made, and may be tried
 * again.
 */
public final class Manifest implements Closeable {

  /** A manifest is rewritten when it has grown to this many times what a fresh one would be. */
  private static final long LONG_BYTES_MIN = 1 << 20;

  private static final int GROWTH_MAX = 8;

  private final Directory directory;
  private final ManifestState state;
  private final AtomicLong nextFile;
  private ManifestWriter writer;
  private long freshBytes;

  /** Sidecars that would have been deleted but for those who hold them. */
  private final Set<Long> heldBack = new HashSet<>();

  private int sidecarHolds;

  private Manifest(Directory directory, ManifestState state, ManifestWriter writer) {
    this.directory = directory;
    this.state = state;
    this.writer = writer;
    this.freshBytes = writer.size();
    this.nextFile = new AtomicLong(state.nextFile());
  }

  /**
   * Goes on with a manifest, or writes a new one that says what a state does and puts it in force.
   * The state is the manifest's from then on.
   *
   * @param kept the number of the manifest to go on with, all of which is durable and says what the
   *     state does, but for the edit that comes next; 0 for a new one
   */
  public static Manifest begin(Directory directory, ManifestState state, long kept)
      throws IOException {
    ManifestWriter writer =
        kept > 0 ? ManifestWriter.goOn(directory, state, kept) : create(directory, state);
    Manifest manifest = new Manifest(directory, state, writer);
    deleteBefore(directory, writer.number());
    return manifest;
  }

  /** Now, not with other leftovers: a disk is not to fill with one for each opening that fails. */
  private static void deleteBefore(Directory directory, long number) throws IOException {
    Predicate<String> isBefore =
        name -> FileNames.manifestNumber(FileNames.withoutDraft(name)).orElse(number) < number;
    for (String name : directory.list(isBefore)) {
      directory.delete(name);
    }
  }

  private static ManifestWriter create(Directory directory, ManifestState state)
      throws IOException {
    long number = state.nextFile();
    state.apply(List.of(EditEntry.Kind.NEXT_FILE.of(number + 1)));
    state.forgetGone(directory);
    ManifestWriter writer = ManifestWriter.create(directory, number, state.asEdit());
    try {
      writer.makeCurrent(directory);
      return writer;
    } catch (NoSpaceException e) { // met before CURRENT names the manifest: that has never been
      writer.discard(directory, e);
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      writer.close();
      throw e;
    }
  }

  /** Makes an edit of a keyspace durable, with the file numbers that were given out. */
  public Set<Long> append(KeyspaceId keyspace, List<EditEntry> edit) throws IOException {
    List<EditEntry> entries = new ArrayList<>();
    if (!keyspace.isDefault()) {
      entries.add(EditEntry.Kind.IN_KEYSPACE.of(keyspace.number()));
    }
    entries.addAll(edit);
    entries.add(EditEntry.Kind.NEXT_FILE.of(nextFile.get()));
    return append(entries.toArray(EditEntry[]::new));
  }

  /**
   * Makes an edit durable. Nothing is appended after part of a record: where there is one, a fresh
   * manifest goes on. The open manifest would take an edit even after the directory was replaced:
   * so that is refused.
   *
   * @return the sidecars that no table needs any more, to be told to {@link #tidy}
   * @throws NoSpaceException if the disk is full: nothing has changed
   */
  public Set<Long> append(EditEntry... entries) throws IOException {
    List<EditEntry> edit = List.of(entries);
    directory.requireInPlace();
    if (writer.isTorn()) {
      rewrite();
    }
    writer.append(edit);
    Set<Long> needless = state.apply(edit);
    renameDrafts(edit);
    return needless;
  }

  /** Rewrites a long manifest, and deletes needless sidecars, now or when nobody holds them. */
  public void tidy(Set<Long> needless) throws IOException {
    rewriteWhenLong();
    heldBack.addAll(needless);
    deleteSidecars();
  }

  private void deleteSidecars() throws IOException {
    if (sidecarHolds == 0) {
      for (long number : new TreeSet<>(heldBack)) {
        heldBack.remove(number);
        directory.delete(FileNames.found(directory, FileNames.sidecar(number)));
      }
    }
  }

  /** Keeps all sidecars there are until {@link #letSidecarsGo}. */
  public void holdSidecars() {
    sidecarHolds++;
  }

  /**
   * Deletes those that have become needless meanwhile, if nobody else holds them. What cannot be
   * deleted goes at the next opening.
   */
  public void letSidecarsGo() {
    sidecarHolds--;
    try {
      deleteSidecars();
    } catch (IOException | IllegalStateException e) { // or the store is closed
      StoreLog.debug("a needless sidecar stays", e);
    }
  }

  /** The edit is durable: the files that it names are drafts no more. */
  private void renameDrafts(List<EditEntry> edit) {
    Set<String> names = new LinkedHashSet<>();
    for (EditEntry entry : edit) {
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

  /** Has CURRENT prove how far the manifest reaches. */
  public void prove() throws IOException {
    writer.prove(directory);
  }

  /** A long manifest is as good as a short one: without room for the new one it goes on. */
  private void rewriteWhenLong() throws IOException {
    if (writer.size() > Math.max(LONG_BYTES_MIN, GROWTH_MAX * freshBytes)) {
      try {
        rewrite();
      } catch (NoSpaceException e) {
        StoreLog.debug("the manifest stays long", e);
      }
    }
  }

  /** Has a fresh manifest, which says the same, take the place of the one in force. */
  private void rewrite() throws IOException {
    state.apply(List.of(EditEntry.Kind.NEXT_FILE.of(newFileNumber())));
    ManifestWriter fresh = create(directory, state);
    writer.close();
    directory.delete(FileNames.found(directory, FileNames.manifest(writer.number())));
    writer = fresh;
    freshBytes = fresh.size();
  }

  /** A file number never given out before. Any thread. */
  public long newFileNumber() {
    return nextFile.getAndIncrement();
  }

  /** The sum of the edits of the manifest in force. */
  public ManifestState state() {
    return state;
  }

  /** The number of the manifest in force. */
  long number() {
    return writer.number();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
