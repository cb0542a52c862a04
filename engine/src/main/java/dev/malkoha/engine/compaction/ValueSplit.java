package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles.SummedFile;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.entry.Versions.Content;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.value.ValueFileWriter;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of a job's entries go: with their keys into its tables, or, where they are long,
 * into value files of the job's own with a pointer left in the table.
 *
 * <p>A pointer that comes in goes out as it is, and its value is not read, unless it leads into a
 * file that is to be emptied: then the value goes where one of its length goes now. Key and
 * sequence number are never changed by that. One thread.
 */
final class ValueSplit implements Closeable {

  private final TableFiles files;
  private final LongSupplier fileNumbers;
  private final MergePlan plan;
  private final ValuePointer pointer = new ValuePointer();
  private final byte[] pointerBytes = new byte[ValuePointer.MOST_BYTES];
  private final List<String> begun;
  private final List<ValueFileMeta> written = new ArrayList<>();
  private @Nullable ValueOutput output;

  /**
   * Creates a split.
   *
   * @param begun is told the names of value files that are begun
   */
  ValueSplit(TableFiles files, LongSupplier fileNumbers, MergePlan plan, List<String> begun) {
    this.files = files;
    this.fileNumbers = fileNumbers;
    this.plan = plan;
    this.begun = begun;
  }

  /** Adds an entry to a table, under another tag of the same kind, or as a delete. */
  void add(EntryCursor entry, long tag, OutputTable to) throws IOException {
    EntryKind kind = EntryKind.of(tag);
    switch (kind) {
      case DELETE -> to.add(entry, tag, Batch.NO_BYTES, 0, 0); // perhaps a put that has expired
      case MERGE -> addAsItIs(entry, tag, to);
      case PUT, PUT_UNTIL -> addPut(entry, tag, to);
      case PUT_APART, PUT_APART_UNTIL -> addApart(entry, tag, to);
      case DELETE_RANGE, INGESTION -> throw kind.misplaced();
    }
  }

  /** Reads the value of an entry, wherever it is. */
  byte[] read(EntryCursor entry, Content content) throws IOException {
    int at = entry.valueOffset() + Versions.expiryBytes(entry.tag());
    int end = entry.valueOffset() + entry.valueLength();
    if (content == Content.VALUE) {
      return Arrays.copyOfRange(entry.valueBuffer(), at, end);
    }
    ValueFiles.point(pointer, entry.valueBuffer(), at, end - at);
    return plan.values().files().read(pointer);
  }

  private static void addAsItIs(EntryCursor entry, long tag, OutputTable to) throws IOException {
    to.add(entry, tag, entry.valueBuffer(), entry.valueOffset(), entry.valueLength());
  }

  private void addPut(EntryCursor entry, long tag, OutputTable to) throws IOException {
    int expiry = Versions.expiryBytes(tag);
    int length = entry.valueLength() - expiry;
    if (files.values().isApart(length)) {
      moveOut(entry.valueBuffer(), entry.valueOffset() + expiry, length);
      addPointer(entry, tag, to);
    } else {
      addAsItIs(entry, tag, to);
    }
  }

  private void addApart(EntryCursor entry, long tag, OutputTable to) throws IOException {
    int expiry = Versions.expiryBytes(tag);
    ValueFiles.point(
        pointer, entry.valueBuffer(), entry.valueOffset() + expiry, entry.valueLength() - expiry);
    if (!plan.values().emptied().contains(pointer.file())) {
      addAsItIs(entry, tag, to);
      to.use(pointer);
      return;
    }
    addValue(entry, tag, plan.values().files().read(pointer), to);
  }

  /** Adds an entry with a value in place of its own, which goes where one of its length does. */
  void addValue(EntryCursor entry, long tag, byte[] value, OutputTable to) throws IOException {
    int expiry = Versions.expiryBytes(tag);
    if (files.values().isApart(value.length)) {
      moveOut(value, 0, value.length);
      addPointer(entry, tag, to);
    } else {
      EntryKind kind = expiry > 0 ? EntryKind.PUT_UNTIL : EntryKind.PUT;
      byte[] whole = withExpiry(entry, expiry, value, value.length);
      to.add(entry, EntryKind.tag(EntryKind.sequence(tag), kind), whole, 0, whole.length);
    }
  }

  /** Bytes behind the expiry that an entry's value begins with, if it has one. */
  private static byte[] withExpiry(EntryCursor entry, int expiry, byte[] bytes, int length) {
    byte[] whole = new byte[expiry + length];
    System.arraycopy(entry.valueBuffer(), entry.valueOffset(), whole, 0, expiry);
    System.arraycopy(bytes, 0, whole, expiry, length);
    return whole;
  }

  private void addPointer(EntryCursor entry, long tag, OutputTable to) throws IOException {
    int expiry = Versions.expiryBytes(tag);
    EntryKind kind = expiry > 0 ? EntryKind.PUT_APART_UNTIL : EntryKind.PUT_APART;
    byte[] whole = withExpiry(entry, expiry, pointerBytes, pointer.write(pointerBytes));
    to.add(entry, EntryKind.tag(EntryKind.sequence(tag), kind), whole, 0, whole.length);
    to.use(pointer);
  }

  private void moveOut(byte[] bytes, int offset, int length) throws IOException {
    if (output != null && output.writer().fileBytes() >= files.values().fileBytes()) {
      finishFile();
    }
    if (output == null) {
      long number = fileNumbers.getAsLong();
      output = files.createValues(number, plan.isFlush());
      begun.add(FileNames.values(number));
    }
    output.writer().add(bytes, offset, length, pointer);
  }

  private void finishFile() throws IOException {
    if (output != null) {
      ValueFileWriter writer = output.writer();
      writer.finish(); // its name is not durable yet
      written.add(new ValueFileMeta(writer.number(), writer.fileBytes(), output.file().crc()));
      close();
    }
  }

  /** Makes all values durable, and tells the job's tables of the files that they point into. */
  List<WrittenTable> finish(List<WrittenTable> tables) throws IOException {
    finishFile();
    Map<Long, ValueFileMeta> known = new HashMap<>(plan.values().known());
    written.forEach(file -> known.put(file.number(), file));
    return tables.stream().map(table -> resolved(table, known)).toList();
  }

  private WrittenTable resolved(WrittenTable table, Map<Long, ValueFileMeta> known) {
    TableMeta meta = table.meta().resolved(number -> ValueFiles.require(known.get(number), number));
    List<ValueFileMeta> own =
        written.stream()
            .filter(file -> meta.values().stream().anyMatch(use -> use.file().equals(file)))
            .toList();
    return new WrittenTable(meta, table.tombstones(), own);
  }

  /** Closes the file that is being written, if there is one. */
  @Override
  public void close() throws IOException {
    if (output != null) {
      output.writer().close();
      output = null;
    }
  }

  /** One value file that is being written. */
  record ValueOutput(SummedFile file, ValueFileWriter writer) {}
}
