package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import java.nio.channels.FileChannel.MapMode;

/** A file of a size that stays, mapped for reading alone or for writing, too. */
final class Mapping implements MappedFile {

  private final String name;
  private final Arena arena;
  private final MemorySegment memory;

  private Mapping(String name, Arena arena, MemorySegment memory) {
    this.name = name;
    this.arena = arena;
    this.memory = memory;
  }

  static Mapping open(Path path, String name, MapMode mode) throws IOException {
    Set<OpenOption> options =
        mode.equals(MapMode.READ_ONLY)
            ? Set.of(READ, NOFOLLOW_LINKS)
            : Set.of(READ, WRITE, NOFOLLOW_LINKS);
    return OwnThread.call(
        () -> {
          Arena arena = Arena.ofShared();
          try (FileChannel channel = FileChannel.open(path, options)) {
            MemorySegment memory = channel.map(mode, 0, channel.size(), arena);
            return new Mapping(name, arena, memory);
          } catch (IOException e) {
            arena.close();
            throw NoSpaceException.reason(e, path, 0);
          } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
          }
        });
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public MemorySegment memory() {
    checkOpen();
    return memory;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    checkOpen();
    MappedCopy.read(name, memory, position, into, offset, length);
  }

  @Override
  public void write(long position, byte[] from, int offset, int length) throws IOException {
    checkOpen();
    MappedCopy.write(name, memory, position, from, offset, length);
  }

  @Override
  public void force(long offset, long length) throws IOException {
    checkOpen();
    try {
      memory.asSlice(offset, length).force();
    } catch (UncheckedIOException e) {
      throw new IOException(
          name + ": cannot force " + length + " bytes at " + offset, e.getCause());
    }
  }

  @Override
  public synchronized void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  void checkOpen() {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException("file " + name + " is closed");
    }
  }
}
