package dev.malkoha.engine.resource;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

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
    return new ReopenedFile(opener);
  }

  /** How many files are open. */
  public synchronized int count() {
    return open.size();
  }

  /** Makes room for a file that is to be opened; returns the files that are to be closed. */
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
  private synchronized void remove(ReopenedFile file) {
    open.remove(file);
  }

  /** Whether a file has a place. */
  private synchronized boolean holds(ReopenedFile file) {
    return open.contains(file);
  }

  /**
   * A file that is closed when others need its place, and that opens itself again when it is read.
   *
   * <p>A read takes no lock while the file is open: it copies from whatever it finds open. Where
   * that is closed under it the copy throws, or has what it should, and a read that threw is made
   * again. The mark of use is written only where it is not set.
   */
  private final class ReopenedFile implements ReadableFile {

    private final OwnThread.Action<ReadableFile> opener;
    private final String name;
    private final long size;

    private volatile @Nullable ReadableFile open;
    private volatile boolean closed;

    /** Racing on purpose: a lost mark costs at most one closing too early. */
    private boolean marked = true;

    ReopenedFile(OwnThread.Action<ReadableFile> opener) throws IOException {
      this.opener = opener;
      ReadableFile first = openInPlace(opener);
      this.name = first.name();
      this.size = first.size();
      this.open = first;
      keepPlace();
    }

    private ReadableFile openInPlace(OwnThread.Action<ReadableFile> opening) throws IOException {
      makeRoomFor(this).forEach(ReopenedFile::rest);
      try {
        return opening.run();
      } catch (IOException | RuntimeException | Error e) {
        remove(this);
        throw e;
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      read(position, into, offset, length, false);
    }

    @Override
    public void readNext(long position, byte[] into, int offset, int length) throws IOException {
      read(position, into, offset, length, true);
    }

    /** A file that is closed at the moment counts as far. */
    @Override
    public boolean isFar() {
      ReadableFile now = open;
      return now == null || now.isFar();
    }

    /** Reads, again and again where the file is closed meanwhile to make room for others. */
    @SuppressWarnings("ReferenceEquality") // that very opening
    private void read(long position, byte[] into, int offset, int length, boolean isNext)
        throws IOException {
      while (true) {
        ReadableFile file = opened();
        try {
          if (isNext) {
            file.readNext(position, into, offset, length);
          } else {
            file.read(position, into, offset, length);
          }
          if (!marked) {
            marked = true;
          }
          return;
        } catch (IllegalStateException e) {
          if (open == file || closed) {
            throw e;
          }
        }
      }
    }

    private ReadableFile opened() throws IOException {
      ReadableFile now = open;
      if (now != null) {
        return now;
      }
      marked = true;
      ReadableFile file = openInPlace(this::openAgain);
      keepPlace();
      return file;
    }

    private synchronized ReadableFile openAgain() throws IOException {
      if (closed) {
        throw new IllegalStateException("file " + name + " is closed");
      }
      ReadableFile file = open;
      if (file == null) {
        file = opener.run();
        long now = file.size();
        if (now != size) {
          file.close();
          throw new IOException(
              name + " had " + size + " bytes and has " + now + " now: somebody changed it");
        }
        open = file;
      }
      return file;
    }

    /** One that lost its place while it was being opened is closed again. */
    private void keepPlace() {
      if (!holds(this)) {
        rest();
      }
    }

    /** Closes it until it is next read. */
    synchronized void rest() {
      ReadableFile file = open;
      open = null;
      if (file != null) {
        try {
          file.close();
        } catch (IOException | RuntimeException e) {
          StoreLog.warn("could not close " + name, e);
        }
      }
    }

    boolean takeMark() {
      boolean had = marked;
      marked = false;
      return had;
    }

    @Override
    public void close() throws IOException {
      ReadableFile file;
      synchronized (this) {
        closed = true;
        file = open;
        open = null;
      }
      remove(this);
      if (file != null) {
        file.close();
      }
    }
  }
}
