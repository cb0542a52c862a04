package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.TableFiles.SummedFile;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.value.ValueFileWriter;
import dev.malkoha.sstable.value.ValuePointer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
  private final boolean isFlush;
  private final ValueInputs inputs;
  private final ValuePointer pointer = new ValuePointer();
  private final byte[] pointerBytes = new byte[ValuePointer.MOST_BYTES];
  private final List<Long> begun = new ArrayList<>();
  private final List<ValueFileMeta> written = new ArrayList<>();
  private @Nullable ValueOutput output;

  /**
   * Prepares a job's.
   *
   * @param isFlush whether writers wait for what is written
   */
  ValueSplit(TableFiles files, LongSupplier fileNumbers, boolean isFlush, ValueInputs inputs) {
    this.files = files;
    this.fileNumbers = fileNumbers;
    this.isFlush = isFlush;
    this.inputs = inputs;
  }

  /** Adds an entry to a table, under another tag of the same kind. */
  void add(EntryCursor entry, long tag, OutputTable to) throws IOException {
    EntryKind kind = EntryKind.of(tag);
    switch (kind) {
      case DELETE -> addAsItIs(entry, tag, to);
      case PUT ->
          addPut(entry, tag, to, entry.valueBuffer(), entry.valueOffset(), entry.valueLength());
      case PUT_APART -> addApart(entry, tag, to);
      case DELETE_RANGE, INGESTION -> throw kind.misplaced();
    }
  }

  private static void addAsItIs(EntryCursor entry, long tag, OutputTable to) throws IOException {
    to.add(entry, tag, entry.valueBuffer(), entry.valueOffset(), entry.valueLength());
  }

  private void addPut(
      EntryCursor entry, long tag, OutputTable to, byte[] value, int offset, int length)
      throws IOException {
    if (files.values().isApart(length)) {
      moveOut(value, offset, length);
      addPointer(entry, tag, to);
    } else {
      long inTable = EntryKind.tag(EntryKind.sequence(tag), EntryKind.PUT);
      to.add(entry, inTable, value, offset, length);
    }
  }

  private void addApart(EntryCursor entry, long tag, OutputTable to) throws IOException {
    ValueFiles.point(pointer, entry.valueBuffer(), entry.valueOffset(), entry.valueLength());
    if (!inputs.emptied().contains(pointer.file())) {
      addAsItIs(entry, tag, to);
      to.use(pointer);
      return;
    }
    byte[] value = inputs.files().read(pointer);
    addPut(entry, tag, to, value, 0, value.length);
  }

  private void addPointer(EntryCursor entry, long tag, OutputTable to) throws IOException {
    long apart = EntryKind.tag(EntryKind.sequence(tag), EntryKind.PUT_APART);
    to.add(entry, apart, pointerBytes, 0, pointer.write(pointerBytes));
    to.use(pointer);
  }

  private void moveOut(byte[] bytes, int offset, int length) throws IOException {
    if (output != null && output.fileBytes() >= files.values().fileBytes()) {
      finishFile();
    }
    if (output == null) {
      long number = fileNumbers.getAsLong();
      output = files.createValues(number, isFlush);
      begun.add(number);
    }
    output.add(bytes, offset, length, pointer);
  }

  private void finishFile() throws IOException {
    if (output != null) {
      written.add(output.finish());
      output.close();
      output = null;
    }
  }

  /** Makes all values durable, and tells the job's tables of the files that they point into. */
  List<WrittenTable> finish(List<WrittenTable> tables) throws IOException {
    finishFile();
    Map<Long, ValueFileMeta> known = new HashMap<>(inputs.known());
    written.forEach(file -> known.put(file.number(), file));
    return tables.stream().map(table -> resolved(table, known)).toList();
  }

  private WrittenTable resolved(WrittenTable table, Map<Long, ValueFileMeta> known) {
    TableMeta meta = table.meta().resolved(number -> ValueFiles.require(known.get(number), number));
    List<ValueFileMeta> own =
        written.stream()
            .filter(file -> meta.values().stream().anyMatch(use -> use.file().equals(file)))
            .toList();
    return new WrittenTable(meta, table.tombstones(), table.crc(), own);
  }

  /** The numbers of all value files that were begun. */
  List<Long> begun() {
    return begun;
  }

  /** Closes the file that is being written, if there is one. */
  @Override
  public void close() throws IOException {
    if (output != null) {
      output.close();
      output = null;
    }
  }

  /**
   * The value files that what a job reads may point into.
   *
   * @param known what the manifest will say, or says, of each of them, by number
   * @param files they themselves, as far as values are read from them
   * @param emptied those of them in which little is alive, or little at all: values that the job
   *     meets in them are rewritten
   */
  record ValueInputs(Map<Long, ValueFileMeta> known, ValueFiles files, Set<Long> emptied) {

    /** Entries hold all their values. */
    static final ValueInputs NONE = new ValueInputs(Map.of(), ValueFiles.NONE, Set.of());

    /** The value files of a version's tables, for a job with these options for values. */
    static ValueInputs of(Version version, ValueOptions output) {
      Collection<TableMeta> tables = version.tables().stream().map(Table::meta).toList();
      ValueShares shares = ValueShares.of(tables);
      Set<Long> emptied = new HashSet<>(shares.mostlyDead());
      emptied.addAll(shares.toEmpty(output::isSmall));
      return new ValueInputs(
          shares.files().stream().collect(Collectors.toMap(ValueFileMeta::number, file -> file)),
          version.valueFiles(),
          emptied);
    }

    /** The value files of tables that no store names yet: nothing in them is dead. */
    static ValueInputs of(Map<Long, ValueFileMeta> known) {
      return new ValueInputs(known, ValueFiles.NONE, Set.of());
    }
  }

  /** One value file being written, and what the manifest will say of it. */
  public static final class ValueOutput implements Closeable {

    private final SummedFile file;
    private final ValueFileWriter writer;

    ValueOutput(SummedFile file, ValueFileWriter writer) {
      this.file = file;
      this.writer = writer;
    }

    void add(byte[] bytes, int offset, int length, ValuePointer pointer) throws IOException {
      writer.add(bytes, offset, length, pointer);
    }

    long number() {
      return writer.number();
    }

    long fileBytes() {
      return writer.fileBytes();
    }

    /** Completes the file and makes its bytes durable; its name is not yet. */
    ValueFileMeta finish() throws IOException {
      writer.finish();
      return new ValueFileMeta(number(), fileBytes(), file.crc());
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }

    @Override
    public String toString() {
      return FileNames.values(number());
    }
  }
}
