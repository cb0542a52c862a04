package dev.malkoha.storage;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/** An open directory of a {@link MemoryDisk}. All of its calls are guarded by the disk. */
final class MemoryDirectory implements Directory {

  /** The content of a directory. */
  static final class Content {

    final TreeMap<String, MemoryFile> files = new TreeMap<>();
    final TreeMap<String, MemoryFile> setAside = new TreeMap<>();

    /** The holder of its lock; null if nobody has it. */
    private @Nullable Lock lock;

    boolean isEmpty() {
      return files.isEmpty() && setAside.isEmpty();
    }
  }

  private final MemoryDisk disk;
  private final Path path;

  /** The lock that was taken through this object; null if none is held. */
  @GuardedBy("disk")
  private @Nullable Lock own;

  @GuardedBy("disk")
  private boolean closed;

  MemoryDirectory(MemoryDisk disk, Path path) {
    this.disk = disk;
    this.path = path;
  }

  /** A directory that is taken. Guarded by the disk. */
  @SuppressWarnings("ReferenceEquality") // that very lock, content and file are meant
  private final class Lock implements DirectoryLock {

    private final Content content;
    private final String name;
    private final MemoryFile file;

    Lock(Content content, String name, MemoryFile file) {
      this.content = content;
      this.name = name;
      this.file = file;
    }

    @Override
    public void close() {
      synchronized (disk) {
        content.lock = content.lock == this ? null : content.lock;
        own = own == this ? null : own;
      }
    }

    /** Whether the path leads to what was taken, by the file that it was taken by. */
    private boolean isInPlace() {
      return disk.find(path) == content && content.files.get(name) == file;
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @GuardedBy("disk")
  private Content content() throws IOException {
    checkOpen();
    requireInPlace();
    return disk.at(path);
  }

  @GuardedBy("disk")
  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("directory " + path + " is closed");
    }
  }

  @GuardedBy("disk")
  private MemoryFile file(String name) throws IOException {
    return existing(content().files.get(Directory.plain(name)), name);
  }

  private MemoryFile existing(@Nullable MemoryFile file, String name) throws NoSuchFileException {
    if (file == null) {
      throw new NoSuchFileException(path.resolve(name).toString());
    }
    return file;
  }

  @Override
  public DirectoryLock lock(String name) throws IOException {
    Directory.plain(name);
    synchronized (disk) {
      checkOpen();
      Content content = disk.at(path);
      if (content.lock != null) {
        throw new DirectoryLockedException(
            "directory "
                + path
                + " is in use: this process has it open already; share that one or close it first");
      }
      MemoryFile file = content.files.computeIfAbsent(name, _ -> new MemoryFile(0));
      Lock lock = new Lock(content, name, file);
      content.lock = lock;
      own = lock;
      return lock;
    }
  }

  @Override
  public DirectoryLock lockExisting(String name) throws IOException {
    synchronized (disk) {
      return exists(name) ? lock(name) : () -> {};
    }
  }

  @Override
  public void requireInPlace() throws DirectoryMovedException {
    synchronized (disk) {
      if (own != null && !own.isInPlace()) {
        throw new DirectoryMovedException(path);
      }
    }
  }

  private MemoryFile add(String name, long size) throws IOException {
    Directory.plain(name);
    synchronized (disk) {
      MemoryFile file = new MemoryFile(size);
      if (content().files.putIfAbsent(name, file) != null) {
        throw new FileAlreadyExistsException(path.resolve(name).toString());
      }
      return file;
    }
  }

  @Override
  public WritableFile create(String name) throws IOException {
    return MemoryHandle.appended(name, add(name, 0));
  }

  @Override
  public WritableFile append(String name) throws IOException {
    synchronized (disk) {
      return MemoryHandle.appended(name, file(name));
    }
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    synchronized (disk) {
      return MemoryHandle.read(name, file(name));
    }
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    if (size <= 0) {
      throw new IllegalArgumentException("size " + size);
    }
    return new MemoryHandle.Mapped(name, add(name, size));
  }

  @Override
  public MappedFile map(String name) throws IOException {
    synchronized (disk) {
      return new MemoryHandle.Mapped(name, file(name));
    }
  }

  @Override
  public List<String> list() throws IOException {
    synchronized (disk) {
      return List.copyOf(content().files.keySet());
    }
  }

  @Override
  public boolean exists(String name) throws IOException {
    Directory.plain(name);
    synchronized (disk) {
      return content().files.containsKey(name);
    }
  }

  @Override
  public long size(String name) throws IOException {
    synchronized (disk) {
      return file(name).size();
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Directory.plain(to);
    synchronized (disk) {
      MemoryFile file = file(from);
      content().files.remove(from);
      content().files.put(to, file);
    }
  }

  @Override
  public boolean link(String name, Directory to) throws IOException {
    synchronized (disk) {
      MemoryFile file = file(name);
      if (to.exists(name)) {
        throw new FileAlreadyExistsException(to.path().resolve(name).toString());
      }
      disk.at(to.path()).files.put(name, file);
      return true;
    }
  }

  @Override
  public String setAside(String name) throws IOException {
    synchronized (disk) {
      MemoryFile file = file(name);
      Content content = content();
      String free = name;
      for (int copy = 1; content.setAside.containsKey(free); copy++) {
        free = name + "." + copy;
      }
      content.setAside.put(free, file);
      content.files.remove(name);
      return SET_ASIDE + "/" + free;
    }
  }

  @Override
  public void delete(String name) throws IOException {
    synchronized (disk) {
      Objects.requireNonNull(file(name));
      content().files.remove(name);
    }
  }

  @Override
  public void force() throws IOException {
    synchronized (disk) {
      Objects.requireNonNull(content());
    }
  }

  @Override
  public void close() {
    synchronized (disk) {
      closed = true;
    }
  }
}
