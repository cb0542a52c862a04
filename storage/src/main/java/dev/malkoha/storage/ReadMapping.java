package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file read through a read-only mapping, by copies.
 *
 * <p>A copy needs no channel, and the arena guards it against {@link #close}: it either finishes or
 * throws.
 */
final class ReadMapping implements ReadableFile {

  private final String name;
  private final Arena arena;
  private final MemorySegment memory;
  private final long size;

  private ReadMapping(String name, Arena arena, MemorySegment memory) {
    this.name = name;
    this.arena = arena;
    this.memory = memory;
    this.size = memory.byteSize();
  }

  static ReadMapping open(Path path, String name) throws IOException {
    return OwnThread.call(
        () -> {
          Arena arena = Arena.ofShared();
          try (FileChannel channel =
              FileChannel.open(path, StandardOpenOption.READ, NOFOLLOW_LINKS)) {
            MemorySegment memory =
                channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new ReadMapping(name, arena, memory);
          } catch (IOException | RuntimeException | Error e) {
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
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    checkOpen();
    if (position < 0) {
      throw new IllegalArgumentException("negative position " + position);
    }
    if (position > size - length) {
      throw new EOFException(
          name + ": " + length + " bytes wanted at " + position + ", the file has " + size);
    }
    MappedCopy.read(name, memory, position, into, offset, length);
  }

  @Override
  public synchronized void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  private void checkOpen() {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException("file " + name + " is closed");
    }
  }
}
