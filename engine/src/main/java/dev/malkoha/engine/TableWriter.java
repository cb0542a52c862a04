package dev.malkoha.engine;

import dev.malkoha.engine.facade.StoreTableWriter;
import dev.malkoha.storage.FileDisk;
import java.nio.file.Path;

/**
 * Writes a sorted file of entries apart from any store, to be added to one by {@link
 * KeyValueMap#ingestFiles}: elsewhere, in parts by several writers, or long before.
 *
 * <p>One thread. A {@link DbException} says that the disk failed; the file is of no use then.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface TableWriter extends AutoCloseable {

  /**
   * Begins a file.
   *
   * @param file a new one; missing parent directories are made
   * @param options of which blockBytes and compression count; the store that takes the file needs
   *     not have the same
   * @throws DbIoException if there is a file of this name
   * @throws DbFormatException if the {@link Compression} cannot be used here
   */
  static TableWriter create(Path file, KeyspaceOptions options) {
    return StoreTableWriter.create(FileDisk.INSTANCE, file, options);
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
  void put(byte[] key, byte[] value);

  /** Entries so far. */
  long entries();

  /** Bytes of the file: about, until it is finished. */
  long fileBytes();

  /**
   * Completes the file and makes it durable.
   *
   * @throws IllegalStateException if the file is finished or closed
   */
  void finish();

  /** Closes the file; one that was not finished is removed. */
  @Override
  void close();
}
