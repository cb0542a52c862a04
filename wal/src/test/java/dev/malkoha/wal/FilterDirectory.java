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

/** A directory that passes every call on, for those that change one or two. */
abstract class FilterDirectory implements Directory {

  private final Directory directory;

  FilterDirectory(Directory directory) {
    this.directory = directory;
  }

  /** Stands between the log and a mapped file. */
  abstract MappedFile filter(MappedFile file);

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
    return filter(directory.allocate(name, size));
  }

  @Override
  public MappedFile map(String name) throws IOException {
    return filter(directory.map(name));
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
    directory.delete(name);
  }

  @Override
  public void force() throws IOException {
    directory.force();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }

  /** A mapped file that passes every call on. */
  static class FilterFile implements MappedFile {
    private final MappedFile file;

    FilterFile(MappedFile file) {
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
      file.write(position, from, offset, length);
    }

    @Override
    public void force(long offset, long length) throws IOException {
      file.force(offset, length);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
