package dev.malkoha.engine.compaction;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries one decision out: reads a merge in order, leaves out what nobody needs, and writes the
 * rest as tables of one level, each with a filter for exactly its keys.
 *
 * <p>Tables are cut between keys only: all entries of a key stay in one table. When {@link #run}
 * returns, all tables and their names are durable. When it throws, it has deleted what it wrote as
 * far as it could; the rest is removed at the next open.
 */
public final class MergeJob {

  private final TableFiles files;
  private final LongSupplier fileNumbers;
  private final Output output;
  private final Versions versions;
  private final ValueSplit values;
  private final BooleanSupplier cancelled;

  private final List<WrittenTable> outputs = new ArrayList<>();
  private final List<Long> begun = new ArrayList<>();
  private @Nullable OutputTable writer;

  /** The table before, whose filter is built and whose bytes are forced meanwhile. */
  private OwnThread.@Nullable Action<WrittenTable> finishing;

  private byte[] key = new byte[0];
  private int keyLength = -1;
  private long keyPrefix;
  private long droppedDeletes;

  /**
   * What the tables are to be like.
   *
   * @param tableBytes at which one is ended and the next begun
   * @param note what they tell of themselves
   * @param isFlush whether writers wait for them
   */
  private record Output(FilterPolicy filter, long tableBytes, TableNote note, boolean isFlush) {}

  private MergeJob(
      TableFiles files,
      LongSupplier fileNumbers,
      Output output,
      Versions versions,
      ValueSplit.ValueInputs inputs,
      BooleanSupplier cancelled) {
    this.files = files;
    this.fileNumbers = fileNumbers;
    this.output = output;
    this.versions = versions;
    this.values = new ValueSplit(files, fileNumbers, output.isFlush(), inputs);
    this.cancelled = cancelled;
  }

  /**
   * A job that writes a memtable as one table of level 0.
   *
   * @param version what the store holds; pinned by the caller until the job has run
   * @param bytes about how many the memtable brings
   * @param mostlyDeletes whether the applier will soon have emptied the table
   * @param ranges the memtable's own range deletes, which become durable with the table. Those of
   *     the version are older than all it holds; those of newer memtables may yet be lost in a
   *     power cut that the table survives
   */
  public static MergeJob flush(
      TableFiles files,
      LongSupplier fileNumbers,
      Version version,
      long bytes,
      boolean mostlyDeletes,
      long[] snapshots,
      RangeWalker ranges,
      BooleanSupplier cancelled) {
    FilterPolicy filter =
        LevelShares.forFlush(files.options().filter(), version, bytes, mostlyDeletes);
    Versions versions = new Versions(snapshots, ranges, new Flushed(version, files.hasher()));
    TableNote note = TableNote.replacing(files.keyspace(), 0, List.of());
    Output output = new Output(filter, Long.MAX_VALUE, note, true);
    return new MergeJob(
        files, fileNumbers, output, versions, ValueSplit.ValueInputs.NONE, cancelled);
  }

  /**
   * A job that merges tables into one level.
   *
   * @param plan which, and how
   */
  public static MergeJob compaction(
      TableFiles files,
      LongSupplier fileNumbers,
      MergePlan plan,
      long tableBytes,
      BooleanSupplier cancelled) {
    FilterPolicy filter =
        LevelShares.forCompaction(files.options().filter(), plan.version(), plan.compaction());
    long cut = plan.compaction().outputLevel() == 0 ? Long.MAX_VALUE : tableBytes;
    TableNote note =
        TableNote.replacing(
            files.keyspace(), plan.compaction().outputLevel(), plan.compaction().tables());
    Output output = new Output(filter, cut, note, false);
    ValueSplit.ValueInputs inputs = ValueSplit.ValueInputs.of(plan.version(), files.values());
    return new MergeJob(files, fileNumbers, output, plan.versions(), inputs, cancelled);
  }

  /**
   * A job that writes entries as tables beside the store: of each key the first, with the number 0.
   *
   * @param known the value files that entries may point into
   */
  public static MergeJob ingestion(
      TableFiles files,
      LongSupplier fileNumbers,
      FilterPolicy filter,
      long tableBytes,
      Map<Long, ValueFileMeta> known,
      BooleanSupplier cancelled) {
    TableNote note = TableNote.replacing(files.keyspace(), TableNote.INGESTED, List.of());
    Output output = new Output(filter, tableBytes, note, false);
    ValueSplit.ValueInputs inputs = ValueSplit.ValueInputs.of(known);
    Versions versions =
        new Versions(new long[0], RangeWalker.none(), (prefix, buffer, length) -> true);
    return new MergeJob(files, fileNumbers, output, versions, inputs, cancelled);
  }

  /**
   * Runs the job over a cursor, which it does not close.
   *
   * @return the tables written, in key order
   * @throws CancelledException if it is cancelled meanwhile
   */
  public List<WrittenTable> run(EntryCursor source) throws IOException {
    try {
      source.seekToFirst();
      while (source.valid()) {
        write(source);
        source.next();
      }
      finishLast();
      List<WrittenTable> written = values.finish(outputs);
      if (!written.isEmpty()) {
        files.directory().force();
      }
      return written;
    } catch (IOException | RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  private void write(EntryCursor entry) throws IOException {
    if (!entry.isKey(keyPrefix, key, keyLength)) {
      startKey(entry);
    }
    if (versions.keep(entry.tag())) {
      values.add(entry, versions.outputTag(entry.tag()), openWriter());
    } else if (Versions.isTombstone(entry.tag())) {
      droppedDeletes++;
    }
  }

  private void startKey(EntryCursor entry) throws IOException {
    if (cancelled.getAsBoolean()) {
      throw new CancelledException();
    }
    if (writer != null && writer.fileBytes() >= output.tableBytes()) {
      finishBeside(writer);
    }
    keyLength = entry.keyLength();
    keyPrefix = entry.keyPrefix();
    if (key.length < keyLength) {
      key = new byte[Math.max(keyLength, 2 * key.length)];
    }
    System.arraycopy(entry.keyBuffer(), entry.keyOffset(), key, 0, keyLength);
    versions.startKey(keyPrefix, key, keyLength);
  }

  /** Deletes that the job has left out. */
  public long droppedDeletes() {
    return droppedDeletes;
  }

  private OutputTable openWriter() throws IOException {
    if (writer == null) {
      long number = fileNumbers.getAsLong();
      writer = files.create(number, output.filter(), output.note(), output.isFlush());
      begun.add(number);
    }
    return writer;
  }

  /** One table is finished while the next is written; no more than one, for the memory it takes. */
  private void finishBeside(OutputTable full) throws IOException {
    awaitFinished();
    finishing = files.resources().finish(() -> finish(full));
    writer = null;
  }

  /** Nothing is written beside the last one: it needs no thread. */
  private void finishLast() throws IOException {
    awaitFinished();
    if (writer != null) {
      outputs.add(finish(writer));
      writer = null;
    }
  }

  private static WrittenTable finish(OutputTable full) throws IOException {
    try (full) {
      return full.finish();
    }
  }

  private void awaitFinished() throws IOException {
    OwnThread.Action<WrittenTable> before = finishing;
    if (before != null) {
      finishing = null;
      outputs.add(before.run());
    }
  }

  /** The space comes back even where the file could not be closed in peace. */
  private void abandon(Throwable cause) {
    Aftermath.of(cause, this::awaitFinished);
    OutputTable open = writer;
    if (open != null) {
      Aftermath.of(cause, open::close);
    }
    Aftermath.of(cause, values::close);
    begun.forEach(number -> Aftermath.of(cause, () -> files.delete(number)));
    values.begun().forEach(number -> Aftermath.of(cause, () -> files.deleteValues(number)));
  }

  /** Answers for a flush: older tables may hold any key, but some are proved not to. */
  private record Flushed(Version version, KeyHasher hasher) implements Versions.Beneath {

    @Override
    public boolean isEmptyAt(long prefix, byte[] buffer, int length) {
      return false;
    }

    @Override
    public boolean provesAbsent(byte[] buffer, int length) {
      return version.provesAbsent(Arrays.copyOf(buffer, length), hasher.hash(buffer, 0, length));
    }
  }

  /** Says that a job gave up: the store is closing, or something else has to be done first. */
  public static final class CancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public CancelledException() {
      super("the work was given up");
    }
  }
}
