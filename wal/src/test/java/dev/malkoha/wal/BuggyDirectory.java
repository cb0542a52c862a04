package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingMappedFile;
import java.io.IOException;

/**
 * A directory that leaves out calls, as a log with a bug would. A test of crashes that does not
 * notice each of these is worth nothing.
 */
final class BuggyDirectory extends DelegatingDirectory {

  /** What is left out. */
  enum Bug {
    NONE,
    /** No force of record bytes, neither those appended nor those replayed. */
    RECORDS_NOT_FORCED,
    /** No force of a segment's header before its first record. */
    HEADER_NOT_FORCED,
    /** No force of the bytes of a segment that was replayed. */
    REPLAYED_NOT_FORCED,
    /** No force of the directory after an allocation or deletion. */
    DIRECTORY_NOT_FORCED,
    /** Segments beyond the truncated tail are left lying about. */
    ABANDONED_NOT_DELETED
  }

  private final Bug bug;

  BuggyDirectory(Directory directory, Bug bug) {
    super(directory);
    this.bug = bug;
  }

  @Override
  public void delete(String name) throws IOException {
    if (bug != Bug.ABANDONED_NOT_DELETED) {
      super.delete(name);
    }
  }

  @Override
  public String setAside(String name) throws IOException {
    return bug == Bug.ABANDONED_NOT_DELETED ? name : super.setAside(name);
  }

  @Override
  public void force() throws IOException {
    if (bug != Bug.DIRECTORY_NOT_FORCED) {
      super.force();
    }
  }

  @Override
  protected MappedFile wrap(MappedFile file) {
    return new BuggyFile(file, bug);
  }

  private static final class BuggyFile extends DelegatingMappedFile {
    private final Bug bug;
    private boolean headerWritten;

    BuggyFile(MappedFile file, Bug bug) {
      super(file);
      this.bug = bug;
    }

    @Override
    public void write(long position, byte[] from, int offset, int length) throws IOException {
      headerWritten |= position == 0;
      super.write(position, from, offset, length);
    }

    @Override
    public void force(long offset, long length) throws IOException {
      boolean leftOut =
          switch (bug) {
            case RECORDS_NOT_FORCED -> offset + length > LogFormat.HEADER_BYTES;
            case HEADER_NOT_FORCED -> length == LogFormat.HEADER_BYTES;
            case REPLAYED_NOT_FORCED -> !headerWritten;
            default -> false;
          };
      if (!leftOut) {
        super.force(offset, length);
      }
    }
  }
}
