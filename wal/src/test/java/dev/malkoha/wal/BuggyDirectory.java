package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory that leaves out calls, as a log with a bug would. A test of crashes that does not
 * notice each of these is worth nothing.
 */
final class BuggyDirectory implements Directory {

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

  private final Directory directory;
  private final Bug bug;

  BuggyDirectory(Directory directory, Bug bug) {
    this.directory = directory;
    this.bug = bug;
  }

  @Override
  public Path path() {
    return directory.path();
  }

  @Override
  public DirectoryLock lock(String name) throws IOException {
    return directory.lock(name);
  }

  @Override
  public WritableFile create(String name) throws IOException {
    return directory.create(name);
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    return directory.open(name);
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    return new BuggyFile(directory.allocate(name, size));
  }

  @Override
  public MappedFile map(String name) throws IOException {
    return new BuggyFile(directory.map(name));
  }

  @Override
  public List<String> list() throws IOException {
    return directory.list();
  }

  @Override
  public boolean exists(String name) throws IOException {
    return directory.exists(name);
  }

  @Override
  public long size(String name) throws IOException {
    return directory.size(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    directory.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    if (bug != Bug.ABANDONED_NOT_DELETED) {
      directory.delete(name);
    }
  }

  @Override
  public void force() throws IOException {
    if (bug != Bug.DIRECTORY_NOT_FORCED) {
      directory.force();
    }
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }

  private final class BuggyFile implements MappedFile {
    private final MappedFile file;
    private boolean headerWritten;

    BuggyFile(MappedFile file) {
      this.file = file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public MemorySegment memory() {
      return file.memory();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      file.read(position, into, offset, length);
    }

    @Override
    public void write(long position, byte[] from, int offset, int length) throws IOException {
      headerWritten |= position == 0;
      file.write(position, from, offset, length);
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
        file.force(offset, length);
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
