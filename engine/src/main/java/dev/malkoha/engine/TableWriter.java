package dev.malkoha.engine;

import dev.malkoha.engine.ingest.LooseTableWriter;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes a sorted file of entries apart from any store, to be added to one by {@link
 * KeyValueMap#ingestFiles}: elsewhere, in parts by several writers, or long before.
 *
 * <p>One thread. A {@link DbException} says that the disk failed; the file is of no use then.
 */
public final class TableWriter implements AutoCloseable {

  private final LooseTableWriter writer;

  private TableWriter(LooseTableWriter writer) {
    this.writer = writer;
  }

  /**
   * Begins a file.
   *
   * @param file a new one; missing parent directories are made
   * @param options of which blockBytes and compression count; the store that takes the file needs
   *     not have the same
   * @throws DbIoException if there is a file of this name
   * @throws DbFormatException if the {@link Compression} cannot be used here
   */
  public static TableWriter create(Path file, DbOptions options) {
    return create(FileDisk.INSTANCE, file, options);
  }

  static TableWriter create(Disk disk, Path file, DbOptions options) {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(options, "options");
    try {
      return new TableWriter(
          LooseTableWriter.create(
              disk, file, options.blockBytes(), Codecs.ready(options.compression().id())));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /**
   * Adds an entry.
   *
   * @param key 0 to 65,535 bytes, above the one before as unsigned bytes; copied
   * @param value 0 bytes to 256 MiB; copied
   * @throws IllegalArgumentException if one is longer, or the key is not above the one before;
   *     nothing is added, and writing can go on
   * @throws IllegalStateException if the file is finished or closed
   */
  public void put(byte[] key, byte[] value) {
    Limits.checkKey(key);
    Limits.checkValue(value);
    try {
      writer.put(key, value);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Entries so far. */
  public long entries() {
    return writer.entries();
  }

  /** Bytes of the file: about, until it is finished. */
  public long fileBytes() {
    return writer.fileBytes();
  }

  /**
   * Completes the file and makes it durable.
   *
   * @throws IllegalStateException if the file is finished or closed
   */
  public void finish() {
    try {
      writer.finish();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Closes the file; one that was not finished is removed. */
  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
