package dev.malkoha.engine.facade;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.TableWriter;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.ingest.LooseTableWriter;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Writes a sorted file of entries by a {@link LooseTableWriter}. */
public final class StoreTableWriter implements TableWriter {
  private final LooseTableWriter writer;

  private StoreTableWriter(LooseTableWriter writer) {
    this.writer = writer;
  }

  /** Begins a file on this machine. */
  public static StoreTableWriter create(Path file, KeyspaceOptions options) {
    return create(FileDisk.INSTANCE, file, options);
  }

  /** Begins a file on a disk that is handed in. */
  public static StoreTableWriter create(Disk disk, Path file, KeyspaceOptions options) {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(options, "options");
    try {
      return new StoreTableWriter(
          LooseTableWriter.create(
              disk, file, options.blockBytes(), Codecs.ready(options.compression().id())));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    Limits.checkKey(key);
    Limits.checkValue(value);
    try {
      writer.put(key, value);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public long entries() {
    return writer.entries();
  }

  @Override
  public long fileBytes() {
    return writer.fileBytes();
  }

  @Override
  public void finish() {
    try {
      writer.finish();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
