package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.TableWriter;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.ingest.LooseTable;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import org.jspecify.annotations.Nullable;

/** A file of entries in key order, of no store, being written. */
public final class StoreTableWriter implements TableWriter {

  private final Directory directory;
  private final String name;
  private final TableBuilder builder;
  private byte @Nullable [] last;

  /** Its bytes once it is finished; 0 before. */
  private long bytes;

  private boolean closed;

  private StoreTableWriter(Directory directory, String name, TableBuilder builder) {
    this.directory = directory;
    this.name = name;
    this.builder = builder;
  }

  /** Begins a file on a disk that is handed in; missing parents are made. */
  public static StoreTableWriter create(Disk disk, Path file, KeyspaceOptions options) {
    Objects.requireNonNull(options, "options");
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    Path name = absolute.getFileName();
    if (parent == null || name == null) {
      throw new IllegalArgumentException(file + " is no name for a file: choose another one");
    }
    return Failures.call(
        () -> {
          Codec codec = Codecs.ready(options.compression().id());
          return create(disk.openDirectory(parent), name.toString(), options.blockBytes(), codec);
        });
  }

  private static StoreTableWriter create(
      Directory directory, String name, int blockBytes, Codec codec) throws IOException {
    try {
      WritableFile made = directory.create(name);
      return new StoreTableWriter(directory, name, LooseTable.builder(made, blockBytes, codec));
    } catch (IOException | RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    Limits.checkKey(key);
    Limits.checkValue(value);
    byte[] before = last;
    int order = before == null ? -1 : Arrays.compareUnsigned(before, key);
    if (order >= 0) {
      throw new IllegalArgumentException(
          order == 0
              ? "a key was put twice: put each key once, or use ingest(), which keeps the last one"
              : "keys do not ascend, as unsigned bytes: sort them, or use ingest(), which does");
    }
    Failures.run(() -> builder.add(key, 0, key.length, LooseTable.TAG, value, 0, value.length));
    last = key.clone();
  }

  @Override
  public long entries() {
    return builder.entries();
  }

  @Override
  public long fileBytes() {
    return bytes > 0 ? bytes : builder.fileSize();
  }

  @Override
  public void finish() {
    Failures.run(
        () -> {
          long written = builder.finish().fileBytes();
          directory.force();
          bytes = written;
        });
  }

  /** Closes the file, and removes it unless it is finished. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (directory) {
      builder.close();
      if (bytes == 0) {
        directory.delete(name);
        directory.force();
      }
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
