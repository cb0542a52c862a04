package dev.malkoha.storage;

import module java.base;

import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/** A directory of the machine's file system. */
final class FileDirectory implements Directory {

  private final Path path;
  private volatile @Nullable HeldLock held;
  private volatile boolean closed;
  private final PageCacheGauge gauge = new PageCacheGauge(PageCacheGauge::deviceBytes);

  /** Read-locked to make or delete a file, write-locked to close: after that none is on its way. */
  private final ReentrantReadWriteLock changing = new ReentrantReadWriteLock();

  /**
   * A directory at a real path, which is free of links and so goes on naming the same directory.
   */
  FileDirectory(Path path) {
    this.path = path;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public DirectoryLock lock(String name) throws IOException {
    HeldLock lock = HeldLock.acquire(path, unguarded(name));
    held = lock;
    return lock;
  }

  @Override
  public DirectoryLock lockExisting(String name) throws IOException {
    Path file = unguarded(name);
    HeldLock lock = FileActions.isRegular(file) ? HeldLock.acquire(path, file, false) : null;
    held = lock;
    return lock == null ? () -> {} : lock;
  }

  @Override
  public WritableFile create(String name) throws IOException {
    changing.readLock().lock();
    try {
      return AppendedFile.create(resolve(name), name);
    } finally {
      changing.readLock().unlock();
    }
  }

  @Override
  public WritableFile append(String name) throws IOException {
    return AppendedFile.open(resolve(name), name);
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    return ReadMapping.open(resolve(name), name, gauge);
  }

  @Override
  public ReadableFile openOnce(String name) throws IOException {
    return ReadOnce.open(resolve(name), name, gauge);
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    Path file = resolve(name);
    if (size <= 0) {
      throw new IllegalArgumentException("a file to be mapped needs a size, not " + size);
    }
    FileActions.createFile(file);
    try {
      AppendedFile.writeZeros(file, name, size);
      return Mapping.open(file, name, MapMode.READ_WRITE);
    } catch (IOException | RuntimeException | Error e) {
      FileActions.deleteHalfMade(file, e);
      throw e;
    }
  }

  @Override
  public MappedFile map(String name) throws IOException {
    Path file = resolve(name);
    FileActions.requireRegular(file);
    return Mapping.open(file, name, MapMode.READ_WRITE);
  }

  @Override
  public List<String> list() throws IOException {
    return list(name -> true);
  }

  @Override
  public List<String> list(Predicate<String> wanted) throws IOException {
    requireInPlace();
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (Directory.isPlain(name) && wanted.test(name) && FileActions.isRegular(entry)) {
          names.add(name);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  @Override
  public boolean exists(String name) throws IOException {
    return FileActions.isRegular(resolve(name));
  }

  @Override
  public long size(String name) throws IOException {
    return FileActions.requireRegular(resolve(name)).size();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path source = resolve(from);
    Path target = resolve(to);
    FileActions.requireRegular(source);
    if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(target + " is a directory");
    }
    Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public boolean link(String name, Directory to) throws IOException {
    Path source = resolve(name);
    FileActions.requireRegular(source);
    Path target = to.path().resolve(name);
    if (to.exists(name)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    return FileActions.link(source, target);
  }

  @Override
  public String setAside(String name) throws IOException {
    Path source = resolve(name);
    FileActions.requireRegular(source);
    Path folder = path.resolve(SET_ASIDE);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      FileActions.createDirectory(folder);
    }
    Path target = folder.resolve(name);
    for (int copy = 1; Files.exists(target, LinkOption.NOFOLLOW_LINKS); copy++) {
      target = folder.resolve(name + "." + copy);
    }
    Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
    FileActions.forceDirectory(folder);
    return SET_ASIDE + "/" + target.getFileName();
  }

  @Override
  public void delete(String name) throws IOException {
    changing.readLock().lock();
    try {
      Path file = resolve(name);
      FileActions.requireRegular(file);
      Files.delete(file);
    } finally {
      changing.readLock().unlock();
    }
  }

  @Override
  public void force() throws IOException {
    requireInPlace();
    FileActions.forceDirectory(path);
  }

  @Override
  public void close() {
    changing.writeLock().lock();
    try {
      closed = true;
    } finally {
      changing.writeLock().unlock();
    }
  }

  private Path resolve(String name) throws IOException {
    Path file = unguarded(name);
    requireInPlace();
    return file;
  }

  private Path unguarded(String name) {
    checkOpen();
    return path.resolve(Directory.plain(name));
  }

  /** Java gives names to no file of an open directory: it looks for the path at every call. */
  @Override
  public void requireInPlace() throws IOException {
    checkOpen();
    HeldLock lock = held;
    if (lock != null && !lock.isInPlace()) {
      throw new DirectoryMovedException(path);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("directory " + path + " is closed");
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
