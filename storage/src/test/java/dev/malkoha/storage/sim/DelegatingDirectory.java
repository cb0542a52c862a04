package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory that passes every call on, to be overridden where it shall not. */
public class DelegatingDirectory implements Directory {

  private final Directory directory;

  /** Wraps a directory. */
  protected DelegatingDirectory(Directory directory) {
    this.directory = directory;
  }

  /** What stands between a mapped file and whoever allocates or maps it; the file itself here. */
  protected MappedFile wrap(MappedFile file) {
    return file;
  }

  /** The file that a caller appends to, in place of one of the directory; that one itself here. */
  protected WritableFile wrap(WritableFile file) {
    return file;
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
  public DirectoryLock lockExisting(String name) throws IOException {
    return directory.lockExisting(name);
  }

  @Override
  public void requireInPlace() throws IOException {
    directory.requireInPlace();
  }

  @Override
  public WritableFile create(String name) throws IOException {
    return wrap(directory.create(name));
  }

  @Override
  public WritableFile append(String name) throws IOException {
    return wrap(directory.append(name));
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    return directory.open(name);
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    return wrap(directory.allocate(name, size));
  }

  @Override
  public MappedFile map(String name) throws IOException {
    return wrap(directory.map(name));
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
  public boolean link(String name, Directory to) throws IOException {
    return directory.link(name, to);
  }

  @Override
  public String setAside(String name) throws IOException {
    return directory.setAside(name);
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
}
