package dev.malkoha.engine.ingest;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;

/**
 * A table that belongs to no store: put entries with the number 0, each key once. Its maker knows
 * neither a store's identity, which binds the checksums of its files, nor its secret seed, by which
 * its filters hash: so it has a fixed identity and no filter, and a store takes a copy.
 */
public final class LooseTable implements Closeable {

  /** In place of a store's: no store's file has it but by chance. */
  private static final long FILE_ID = 0x4C4F_4F53_455F_5431L;

  /** The tag of all entries: their sequence number is told by the store that takes a copy. */
  public static final long TAG = EntryBuffer.TAG;

  private static final KeyHasher HASHER = new KeyHasher(FILE_ID);

  private final Path path;
  private final Directory directory;
  private final TableReader reader;

  private LooseTable(Path path, Directory directory, TableReader reader) {
    this.path = path;
    this.directory = directory;
    this.reader = reader;
  }

  /** Begins a table in a new, empty file. */
  public static TableBuilder builder(WritableFile file, int blockBytes, Codec codec) {
    return new TableBuilder(
        file, FILE_ID, new TableOptions(blockBytes, codec, FilterPolicy.none(), HASHER));
  }

  /**
   * Opens tables, checks each by itself, and orders by key those that are not empty.
   *
   * @param opened takes all that are to be closed, whatever fails
   * @throws IllegalArgumentException if two of them overlap
   */
  static List<LooseTable> open(Disk disk, List<Path> files, List<LooseTable> opened)
      throws IOException {
    for (Path file : files) {
      opened.add(open(disk, file.toAbsolutePath()));
    }
    List<LooseTable> full = new ArrayList<>(opened);
    full.removeIf(table -> table.properties().entries() == 0);
    full.sort((a, b) -> Arrays.compareUnsigned(a.smallestKey(), b.smallestKey()));
    for (int i = 1; i < full.size(); i++) {
      LooseTable before = full.get(i - 1);
      LooseTable after = full.get(i);
      if (Arrays.compareUnsigned(before.largestKey(), after.smallestKey()) >= 0) {
        throw new IllegalArgumentException(
            "%s and %s have keys in the same range: ingest them one after the other, or sort their entries into files that do not overlap"
                .formatted(before.path, after.path));
      }
    }
    return full;
  }

  /**
   * Opens a table and checks all of it.
   *
   * @throws DbCorruptionException if it holds anything else than it should
   * @throws dev.malkoha.sstable.CorruptTableException if a byte of it is not as it was written
   */
  private static LooseTable open(Disk disk, Path path) throws IOException {
    Path parent = path.getParent();
    Path name = path.getFileName();
    if (parent == null || name == null) {
      throw new IllegalArgumentException(path + " is no file: name one that a TableWriter made");
    }
    Directory directory = disk.openExisting(parent);
    List<Closeable> opened = new ArrayList<>(List.of(directory));
    try {
      ReadableFile file = directory.open(name.toString());
      opened.addFirst(file);
      TableReader reader = TableReader.open(file, FILE_ID, new BlockCache(0), HASHER);
      LooseTable table = new LooseTable(path, directory, reader);
      table.check();
      return table;
    } catch (IOException | RuntimeException | Error e) {
      Aftermath.of(e, () -> Aftermath.closeAll(opened));
      throw e;
    }
  }

  private void check() throws IOException {
    reader.verify();
    boolean holdsPuts =
        properties().entries() == 0
            || (properties().smallestTag() == TAG && properties().largestTag() == TAG);
    if (!holdsPuts || properties().distinctKeys() != properties().entries()) {
      throw new DbCorruptionException(
          path + " holds more than puts of different keys: make it again with a TableWriter", null);
    }
  }

  /** The table's properties, which were checked. */
  private TableProperties properties() {
    return reader.properties();
  }

  byte[] smallestKey() {
    return properties().smallestKey();
  }

  byte[] largestKey() {
    return properties().largestKey();
  }

  /** The open table. */
  TableReader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    Aftermath.closeAll(List.of(reader, directory));
  }
}
