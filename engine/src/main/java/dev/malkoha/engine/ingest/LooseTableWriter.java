package dev.malkoha.engine.ingest;

import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A table of no store being written. One thread. */
public final class LooseTableWriter implements Closeable {

  private final Directory directory;
  private final String name;
  private final TableBuilder builder;
  private byte @Nullable [] last;
  private long bytes;
  private boolean finished;
  private boolean closed;

  private LooseTableWriter(Directory directory, String name, TableBuilder builder) {
    this.directory = directory;
    this.name = name;
    this.builder = builder;
  }

  /** Begins a table in a new file; missing parents are made. */
  public static LooseTableWriter create(Disk disk, Path file, int blockBytes, Codec codec)
      throws IOException {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    Path name = absolute.getFileName();
    if (parent == null || name == null) {
      throw new IllegalArgumentException(file + " is no name for a file: choose another one");
    }
    Directory directory = disk.openDirectory(parent);
    try {
      WritableFile made = directory.create(name.toString());
      return new LooseTableWriter(
          directory, name.toString(), LooseTables.LooseTable.builder(made, blockBytes, codec));
    } catch (IOException | RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Adds an entry.
   *
   * @throws IllegalArgumentException if its key is not above the one before
   */
  public void put(byte[] key, byte[] value) throws IOException {
    byte[] before = last;
    int order = before == null ? -1 : Arrays.compareUnsigned(before, key);
    if (order >= 0) {
      throw new IllegalArgumentException(
          order == 0
              ? "a key was put twice: put each key once, or use ingest(), which keeps the last one"
              : "keys do not ascend, as unsigned bytes: sort them, or use ingest(), which does");
    }
    builder.add(key, 0, key.length, ForwardCursor.TAG, value, 0, value.length);
    last = key.clone();
  }

  /** Entries so far. */
  public long entries() {
    return builder.entries();
  }

  /** Bytes of the file, about until it is finished. */
  public long fileBytes() {
    return finished ? bytes : builder.fileSize();
  }

  /** Completes the table and makes it durable. */
  public void finish() throws IOException {
    bytes = builder.finish().fileBytes();
    directory.force();
    finished = true;
  }

  /** Closes the file, and removes it unless it is finished. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (directory) {
      builder.close();
      if (!finished) {
        directory.delete(name);
        directory.force();
      }
    }
  }
}
