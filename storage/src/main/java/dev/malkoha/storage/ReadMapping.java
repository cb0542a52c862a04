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
 * A file read by copies from a read-only mapping, or at positions while its directory's files are
 * not in memory, as a {@link PageCacheGauge} tells.
 *
 * <p>A copy needs no channel, and the arena guards it against {@link #close}: it either finishes or
 * throws.
 */
final class ReadMapping implements ReadableFile {

  private final String name;
  private final Arena arena;
  private final MemorySegment memory;
  private final long size;
  private final PositionedReads positioned;
  private final PageCacheGauge gauge;

  private ReadMapping(
      String name,
      Arena arena,
      MemorySegment memory,
      PositionedReads positioned,
      PageCacheGauge gauge) {
    this.name = name;
    this.arena = arena;
    this.memory = memory;
    this.size = memory.byteSize();
    this.positioned = positioned;
    this.gauge = gauge;
  }

  static ReadMapping open(Path path, String name, PageCacheGauge gauge) throws IOException {
    PositionedReads positioned = new PositionedReads(path, FileActions.requireRegular(path));
    return OwnThread.call(
        () -> {
          Arena arena = Arena.ofShared();
          try (FileChannel channel =
              FileChannel.open(path, StandardOpenOption.READ, NOFOLLOW_LINKS)) {
            MemorySegment memory =
                channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new ReadMapping(name, arena, memory, positioned, gauge);
          } catch (IOException e) {
            arena.close();
            throw FullDisk.reason(e, path, 0);
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
  public long size() {
    return size;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    check(position, into, offset, length);
    long nanos = readAt(position, into, offset, length);
    if (nanos == PositionedReads.NOT_READ) {
      copy(position, into, offset, length);
    } else {
      gauge.read(nanos, length);
    }
  }

  @Override
  public void readNext(long position, byte[] into, int offset, int length) throws IOException {
    check(position, into, offset, length);
    if (readAt(position, into, offset, length) == PositionedReads.NOT_READ) {
      MappedCopy.read(name, memory, position, into, offset, length);
    }
  }

  private void check(long position, byte[] into, int offset, int length) throws EOFException {
    Objects.checkFromIndexSize(offset, length, into.length);
    checkOpen();
    if (position < 0) {
      throw new IllegalArgumentException("negative position " + position);
    }
    if (position > size - length) {
      throw new EOFException(
          name + ": " + length + " bytes wanted at " + position + ", the file has " + size);
    }
  }

  /** Reads at a position if that is the better way now; returns how long it took. */
  private long readAt(long position, byte[] into, int offset, int length) throws IOException {
    if (!gauge.isCold()) {
      return PositionedReads.NOT_READ;
    }
    try {
      return positioned.read(position, into, offset, length);
    } catch (IOException e) {
      throw MappedCopy.failure("read", name, position, length, e);
    }
  }

  private void copy(long position, byte[] into, int offset, int length) throws IOException {
    if (!PageCacheGauge.isTimed(position)) {
      MappedCopy.read(name, memory, position, into, offset, length);
      return;
    }
    long begin = System.nanoTime();
    MappedCopy.read(name, memory, position, into, offset, length);
    gauge.copied(System.nanoTime() - begin, length);
  }

  @Override
  public boolean isFar() {
    return gauge.isCold();
  }

  @Override
  public synchronized void close() throws IOException {
    if (arena.scope().isAlive()) {
      arena.close();
      positioned.close();
    }
  }

  private void checkOpen() {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException("file " + name + " is closed");
    }
  }
}
