package dev.malkoha.engine.resource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * How many table files of any number of stores are open at a time. Beyond that, those that have not
 * been read for long are closed, by the clock algorithm, and opened again when they are next read.
 *
 * <p>Any thread. Files are opened and closed without the lock.
 */
public final class OpenFileCap {

  private final int most;

  /** Files that are open or being opened; the first is looked at next. */
  @GuardedBy("this")
  private final SequencedSet<ReopenedFile> open = new LinkedHashSet<>();

  /** A cap of {@code most} files. */
  public OpenFileCap(int most) {
    this.most = most;
  }

  /**
   * Opens a file that is closed now and then, until it is closed for good. Not for one that another
   * process may delete.
   */
  public ReadableFile open(OwnThread.Action<ReadableFile> opener) throws IOException {
    return new ReopenedFile(this, opener);
  }

  /** How many files are open. */
  public synchronized int count() {
    return open.size();
  }

  /** Sees to a place for a file that is to be opened: others lose theirs. */
  void enter(ReopenedFile file) {
    makeRoomFor(file).forEach(ReopenedFile::rest);
  }

  private synchronized List<ReopenedFile> makeRoomFor(ReopenedFile file) {
    List<ReopenedFile> losers = new ArrayList<>();
    open.remove(file);
    int chances = open.size();
    while (open.size() >= most) {
      ReopenedFile next = open.removeFirst();
      if (chances-- > 0 && next.takeMark()) {
        open.addLast(next);
      } else {
        losers.add(next);
      }
    }
    open.addLast(file);
    return losers;
  }

  /** A file is closed for good, or could not be opened. */
  synchronized void remove(ReopenedFile file) {
    open.remove(file);
  }

  /** Whether a file has a place. */
  synchronized boolean holds(ReopenedFile file) {
    return open.contains(file);
  }
}
