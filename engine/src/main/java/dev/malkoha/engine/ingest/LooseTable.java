package dev.malkoha.engine.ingest;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;

/**
 * A table that belongs to no store: put entries with the number 0, each key once. Its maker knows
 * neither a store's identity, which binds the checksums of its files, nor its secret seed, by which
 * its filters hash: so it has a fixed identity and no filter, and a store takes a copy.
 */
public final class LooseTable implements Closeable {

  /** In place of a store's: no store's file has it but by chance. */
  private static final long FILE_ID = 0x4C4F_4F53_455F_5431L;

  private static final KeyHasher HASHER = new KeyHasher(FILE_ID);

  private final TableReader reader;

  private LooseTable(TableReader reader) {
    this.reader = reader;
  }

  /** Begins a table in a new, empty file. */
  static TableBuilder builder(WritableFile file, int blockBytes, Codec codec) {
    return new TableBuilder(
        file, FILE_ID, new TableOptions(blockBytes, codec, FilterPolicy.none(), HASHER));
  }

  /**
   * Opens a table and checks all of it.
   *
   * @throws DbCorruptionException if it holds anything else than it should
   * @throws dev.malkoha.sstable.CorruptTableException if a byte of it is not as it was written
   */
  static LooseTable open(Directory directory, String name) throws IOException {
    ReadableFile file = directory.open(name);
    try {
      LooseTable table = new LooseTable(TableReader.open(file, FILE_ID, new BlockCache(0), HASHER));
      table.check(directory, name);
      return table;
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private void check(Directory directory, String name) throws IOException {
    reader.verify();
    boolean holdsPuts =
        properties().entries() == 0
            || (properties().smallestTag() == ForwardCursor.TAG
                && properties().largestTag() == ForwardCursor.TAG);
    if (!holdsPuts || properties().distinctKeys() != properties().entries()) {
      throw new DbCorruptionException(
          directory.path().resolve(name)
              + " holds more than puts of different keys: make it again with a TableWriter",
          null);
    }
  }

  /** What the table says of itself, which was checked. */
  public TableProperties properties() {
    return reader.properties();
  }

  /** The open table. */
  TableReader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
