package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.compaction.ValueShares.ValueOptions;
import dev.malkoha.engine.resource.OpenFileCap;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.sidecar.CorruptSidecarException;
import dev.malkoha.sstable.sidecar.SidecarReader;
import dev.malkoha.sstable.sidecar.SidecarSection;
import dev.malkoha.sstable.sidecar.SidecarWriter;
import dev.malkoha.sstable.sidecar.TableDeletions;
import dev.malkoha.sstable.value.CorruptValueException;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.sstable.value.ValueFileWriter;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import org.jspecify.annotations.Nullable;

/**
 * Creates and opens the store's table files: the one place that knows what a table is built with.
 *
 * @param directory where the files are
 * @param databaseId mixed into each file's id, so that no other store's file is taken for ours
 * @param options how new tables are written, and the database's keyed hash
 * @param resources what tables are read and written with
 * @param values which values are kept apart
 * @param keyspace whose tables are written, as they tell of themselves
 * @param merges the keyspace's merge function; null if it has none, or it was not given
 */
public record TableFiles(
    Directory directory,
    long databaseId,
    TableOptions options,
    TableResources resources,
    ValueOptions values,
    KeyspaceId keyspace,
    @Nullable MergeFunction merges) {

  /**
   * The table files of a store, to be read, or to be written once a keyspace's options are said.
   */
  public TableFiles(Directory directory, EditEntry.Identity store, TableResources resources)
      throws CodecMissingException {
    this(
        directory,
        store.databaseId(),
        new TableOptions(
            TableOptions.MIN_BLOCK_BYTES,
            Codecs.ready(Codecs.NONE),
            FilterPolicy.none(),
            new KeyHasher(store.hashSeed())),
        resources,
        ValueOptions.NONE,
        KeyspaceId.DEFAULT,
        null);
  }

  /** The block cache. */
  public BlockCache cache() {
    return resources.cache();
  }

  /** The database's keyed hash. */
  public KeyHasher hasher() {
    return options.hasher();
  }

  /** The same for another keyspace. */
  public TableFiles with(KeyspaceId other) {
    return new TableFiles(directory, databaseId, options, resources, values, other, merges);
  }

  /** The same without the merge function: operands stay as they are. */
  public TableFiles withoutMerges() {
    return new TableFiles(directory, databaseId, options, resources, values, keyspace, null);
  }

  /** The same store's, with new tables written as a keyspace's options say. */
  public TableFiles with(KeyspaceOptions own) throws CodecMissingException {
    Codec codec = Codecs.ready(own.compression().id());
    TableOptions other =
        new TableOptions(own.blockBytes(), codec, own.filter(), hasher(), own.prefixFilter());
    return new TableFiles(
        directory,
        databaseId,
        other,
        resources,
        ValueOptions.of(own),
        keyspace,
        own.mergeFunction());
  }

  /**
   * Begins a table with such a filter.
   *
   * @param note what it is to tell of itself, but for its entries' numbers
   * @param isFlush whether writers wait for it
   */
  public OutputTable create(long number, FilterPolicy filter, TableNote note, boolean isFlush)
      throws IOException {
    TableOptions own =
        new TableOptions(options.blockBytes(), options.codec(), filter, hasher(), options.prefix());
    return draft(
        FileNames.table(number),
        isFlush,
        file -> new OutputTable(file, number, fileId(number), own, note));
  }

  /** Begins a file under its draft's name. */
  private <T> T draft(String name, boolean isFlush, Function<SummedFile, T> maker)
      throws IOException {
    return made(
        file ->
            maker.apply(new SummedFile(file, bytes -> resources.rate().acquire(bytes, isFlush))),
        directory.create(FileNames.draft(name)));
  }

  /**
   * Makes what reads or writes a file, which is closed if that fails. The maker comes first: once a
   * file is open, there may be no memory for it.
   */
  private static <F extends Closeable, T> T made(IoFunction<F, T> maker, F file)
      throws IOException {
    try {
      return maker.apply(file);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  /**
   * Opens a table's file and verifies what is read of it at once: header, filter, index, footer.
   */
  public TableReader open(TableMeta meta) throws IOException {
    return made(
        file ->
            Table.numbered(meta, TableReader.open(file, fileId(meta.number()), cache(), hasher())),
        openTable(FileNames.table(meta.number())));
  }

  /**
   * Begins a value file.
   *
   * @param isFlush whether writers wait for it
   */
  ValueSplit.ValueOutput createValues(long number, boolean isFlush) throws IOException {
    return draft(
        FileNames.values(number),
        isFlush,
        file ->
            new ValueSplit.ValueOutput(
                file, new ValueFileWriter(file, number, fileId(number), options.codec())));
  }

  /** Opens a value file, and verifies that it is the one that the manifest describes. */
  public ValueFileReader openValues(ValueFileMeta meta) throws IOException {
    return made(file -> openValues(file, meta), openTable(FileNames.values(meta.number())));
  }

  private ValueFileReader openValues(ReadableFile file, ValueFileMeta meta) throws IOException {
    if (file.size() != meta.fileBytes()) {
      throw new CorruptValueException(
          file.name(),
          Math.min(file.size(), meta.fileBytes()),
          "expected " + meta.fileBytes() + " bytes, found " + file.size(),
          null);
    }
    return ValueFileReader.open(file, fileId(meta.number()));
  }

  private ReadableFile openTable(String name) throws IOException {
    OpenFileCap cap = resources.openFiles();
    return cap == null ? open(name) : cap.open(() -> open(name));
  }

  private ReadableFile open(String name) throws IOException {
    try {
      return directory.open(name);
    } catch (NoSuchFileException e) {
      return openDraft(name);
    }
  }

  private ReadableFile openDraft(String name) throws IOException {
    IoFunction<ReadableFile, ReadableFile> named = draft -> new NamedFile(name, draft);
    ReadableFile file;
    try {
      file = directory.open(FileNames.draft(name));
    } catch (NoSuchFileException e) {
      return directory.open(name); // it may have got its name meanwhile
    }
    return made(named, file);
  }

  /** Begins a sidecar. */
  public SidecarWriter createSidecar(long number) throws IOException {
    return made(
        file -> new SidecarWriter(file, fileId(number)),
        directory.create(FileNames.draft(FileNames.sidecar(number))));
  }

  /**
   * Reads what is deleted of a table.
   *
   * @param reader of the table
   * @throws DbCorruptionException if that cannot be told any more
   */
  public TableDeletions readDeletions(TableMeta meta, VectorRef vector, TableReader reader)
      throws IOException {
    String name = FileNames.sidecar(vector.sidecar());
    try (ReadableFile file = open(name)) {
      SidecarSection section = new SidecarSection(vector.offset(), vector.length(), vector.crc());
      TableDeletions deletions =
          SidecarReader.read(file, fileId(vector.sidecar()), section, meta.number(), reader);
      if (deletions.vector().dead() != vector.dead()) {
        String at = name + " at offset " + vector.offset();
        throw unknownDeletions(meta, at + " tells of other deletes than the manifest", null);
      }
      return deletions;
    } catch (NoSuchFileException e) {
      throw unknownDeletions(meta, name + " is missing", e);
    } catch (CorruptSidecarException e) {
      throw unknownDeletions(meta, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The view of a table that does not show what is dead in it.
   *
   * @throws DbCorruptionException if what is dead cannot be told any more
   */
  public TableReader living(TableMeta meta, TableReader reader) throws IOException {
    VectorRef vector = meta.vector();
    if (vector == null) {
      return reader;
    }
    TableDeletions deletions = readDeletions(meta, vector, reader);
    Filter filter = reader.filter();
    if (filter instanceof RemovableFilter removable) {
      filter = without(meta, removable, deletions);
    }
    return reader.with(deletions.vector(), filter);
  }

  private static Filter without(TableMeta meta, RemovableFilter filter, TableDeletions deletions) {
    try {
      return deletions.applyTo(filter);
    } catch (IllegalArgumentException e) {
      throw unknownDeletions(meta, "its filter would lose a key that it does not hold", e);
    }
  }

  private static DbCorruptionException unknownDeletions(
      TableMeta meta, String problem, @Nullable Throwable cause) {
    return new DbCorruptionException(
        "what is deleted of %s is not known: %s. Restore a checkpoint or salvage the store; Db.openReadOnly opens it without that, with deleted keys back among the others"
            .formatted(FileNames.table(meta.number()), problem),
        cause);
  }

  /** Deletes a file, whether it has its name or is still a draft. */
  public void delete(String name) throws IOException {
    directory.delete(FileNames.found(directory, name));
  }

  private long fileId(long number) {
    return fileId(databaseId, number);
  }

  /**
   * The id that a file of a store is written with. The same of a file's id in place of the store's
   * gives the store's.
   */
  public static long fileId(long databaseId, long number) {
    return databaseId ^ number * 0x9E3779B97F4A7C15L;
  }

  /** A file that was opened as a draft, under the name that it will have: messages tell of that. */
  private record NamedFile(String name, ReadableFile file) implements ReadableFile {

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      file.read(position, into, offset, length);
    }

    @Override
    public void readNext(long position, byte[] into, int offset, int length) throws IOException {
      file.readNext(position, into, offset, length);
    }

    @Override
    public boolean isFar() {
      return file.isFar();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** A file being written at some pace, and the CRC-32C of all that was appended to it. */
  static final class SummedFile implements WritableFile {

    private final WritableFile file;
    private final IntConsumer pace;
    private final CRC32C crc = new CRC32C();

    /**
     * Wraps a file.
     *
     * @param pace waits until a number of bytes may be written
     */
    SummedFile(WritableFile file, IntConsumer pace) {
      this.file = file;
      this.pace = pace;
    }

    int crc() {
      return (int) crc.getValue();
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      pace.accept(length);
      file.append(bytes, offset, length);
      crc.update(bytes, offset, length);
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
