package dev.malkoha.engine.follow;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestReader.Reading;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ManifestWriter;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.storage.CorruptFileException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.LogMovedException;
import org.jspecify.annotations.Nullable;

/**
 * The manifest in force of a store that somebody else may be writing to. Takes no lock and changes
 * nothing. One thread.
 *
 * <p>The writer may append to it, or put another one in force and delete this one, at any moment:
 * then it is read once more. A record that is being written at its end does not count yet.
 */
public final class LiveManifest {

  /** Reads of a store that its writer changes each time, before a fault counts as damage. */
  private static final int LOOKS_MAX = 1000;

  private final Directory directory;
  private @Nullable Reading last;

  private static final String UNCLEAR = "? ";

  /** The look of the manifest before the last reading. */
  private String seen = "";

  /** Reads nothing yet. */
  public LiveManifest(Directory directory) {
    this.directory = directory;
  }

  /**
   * The manifest's current state; the same object as at the last look if nothing has changed.
   *
   * @throws IOException if it cannot be read
   * @throws DbCorruptionException if it is damaged
   * @throws DbNotFoundException if the store is gone
   */
  public ManifestState look() throws IOException {
    return settled(this::look);
  }

  private ManifestState look(String before) throws IOException {
    Reading known = last;
    if (known != null && before.equals(seen) && known.tail().isEmpty()) {
      return known.state();
    }
    Reading read = ManifestReader.readInForce(directory);
    ManifestState state = read.state();
    if (known != null
        && read.number() == known.number()
        && read.end() == known.end()
        && state.lineage().equals(known.state().lineage())) {
      state = known.state();
    }
    last = new Reading(state, read.number(), read.end(), read.tail(), read.isKept());
    seen = before.startsWith(UNCLEAR) ? "" : before; // what is unclear tells of nothing
    return state;
  }

  /**
   * Reads, again where it met what may be a change that the writer made meanwhile. A fault counts
   * as damage, and is thrown, if two reads agree, and CURRENT and the manifest were the same
   * before, between and after them.
   */
  <T> T settled(IoFunction<String, T> read) throws IOException {
    String fault = "";
    String between = "";
    for (int looks = 1; true; looks++) {
      String before = glance();
      try {
        return read.apply(before);
      } catch (NoSuchFileException
          | EOFException
          | CorruptFileException
          | LogMovedException
          | DbCorruptionException e) {
        String after = glance();
        boolean again =
            e.toString().equals(fault) && before.equals(between) && after.equals(between);
        if (again || looks >= LOOKS_MAX) {
          refuseIfGone();
          if (after.equals(glance()) && !isBack(e)) {
            if (e instanceof LogMovedException moved) {
              throw moved.damage();
            }
            throw e;
          }
        }
        fault = e.toString();
        between = before.equals(after) ? after : "";
      }
    }
  }

  private void refuseIfGone() throws IOException {
    if (!directory.exists(FileNames.CURRENT)) {
      throw new DbNotFoundException("there is no store in " + directory.path() + " any more", null);
    }
  }

  /** Whether what was missing is there now: it went and came between one look and the next. */
  private boolean isBack(Exception failure) throws IOException {
    if (!(failure instanceof NoSuchFileException missing) || missing.getFile() == null) {
      return false;
    }
    Path path = Path.of(missing.getFile());
    return path.equals(directory.path()) || directory.exists(String.valueOf(path.getFileName()));
  }

  /**
   * The inconsistency of the end when it was last read, in one sentence; empty if there was none.
   */
  public String tail() {
    return last == null ? "" : last.tail();
  }

  /**
   * A fingerprint that takes no reading of it all: while it is the same, CURRENT and the manifest
   * have not changed. The manifest's length, and a hash of its head, where the edits of openings
   * are: each has drawn a number. No checksum, as those in the head might cancel it out.
   */
  public String glance() {
    try {
      Current current = Current.read(directory);
      String name = FileNames.manifest(current.manifest());
      try (ReadableFile file = directory.open(FileNames.found(directory, name))) {
        byte[] head = new byte[(int) Math.min(file.size(), ManifestWriter.HEAD_BYTES)];
        file.read(0, head, 0, head.length);
        return current + " " + file.size() + " " + Arrays.hashCode(head);
      }
    } catch (IOException | DbCorruptionException e) {
      return UNCLEAR + e;
    }
  }
}
