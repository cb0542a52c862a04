package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.CompactionFilter.Decision;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.entry.Versions.Content;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.OwnThread;
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
  private final MergePlan plan;
  private final Versions versions;
  private final ValueSplit values;
  private final OperandMerge operands;
  private final FilterDecisions decisions;
  private final BooleanSupplier cancelled;

  private final List<WrittenTable> outputs = new ArrayList<>();

  /** The names of all files that were begun. */
  private final List<String> begun = new ArrayList<>();

  private @Nullable OutputTable writer;

  /** The table before, whose filter is built and whose bytes are forced meanwhile. */
  private OwnThread.@Nullable Action<WrittenTable> finishing;

  private byte[] key = new byte[0];
  private int keyLength = -1;
  private long keyPrefix;
  private long droppedDeletes;

  /**
   * Creates a job.
   *
   * @param fileNumbers numbers new files
   * @param filter decides about values that no snapshot sees
   * @param cancelled asked at each key: whether to give up
   */
  public MergeJob(
      TableFiles files,
      LongSupplier fileNumbers,
      MergePlan plan,
      CompactionFilter filter,
      BooleanSupplier cancelled) {
    this.files = files;
    this.fileNumbers = fileNumbers;
    this.plan = plan;
    this.versions = plan.versions();
    this.values = new ValueSplit(files, fileNumbers, plan, begun);
    this.operands = new OperandMerge(files.merges(), versions, this::write);
    this.decisions = new FilterDecisions(filter);
    this.cancelled = cancelled;
  }

  /**
   * Runs the job over a cursor, which it does not close.
   *
   * @return the tables written, in key order
   * @throws GoneException if it is cancelled meanwhile
   */
  public List<WrittenTable> run(EntryCursor source) throws IOException {
    source.seekToFirst();
    return run(source, null);
  }

  /**
   * Runs the job over the entries from where a cursor stands on.
   *
   * @param to the first key after them; null if there is none
   */
  public List<WrittenTable> run(EntryCursor source, byte @Nullable [] to) throws IOException {
    try {
      while (source.valid() && (to == null || source.compareKey(to) < 0)) {
        write(source);
        source.next();
      }
      operands.endKey();
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
      operands.endKey();
      startKey(entry);
    }
    long tag = versions.aged(entry.tag(), entry.valueBuffer(), entry.valueOffset());
    long first = OperandMerge.first(entry);
    boolean isKept = versions.keep(tag, first);
    operands.enterStripe();
    if (isKept && Versions.isOperand(tag) && operands.take(entry, first)) {
      return;
    }
    if (operands.isWaiting() && !versions.isShadowed() && isMerged(entry, tag, isKept)) {
      return;
    }
    if (isKept && decisions.areAsked() && isFiltered(entry, tag)) {
      return;
    }
    if (isKept) {
      values.add(entry, versions.outputTag(tag), openWriter());
    } else if (Versions.isTombstone(entry.tag())) {
      droppedDeletes++;
    }
  }

  /**
   * Whether an entry goes into the operands that are on top of it, if what is kept of it shows. One
   * that has yet to expire does not: from then on they are merged into an absent key.
   */
  private boolean isMerged(EntryCursor under, long tag, boolean isKept) throws IOException {
    Content content = isKept ? Versions.content(tag) : Content.NOTHING;
    boolean lasts = !isKept || Versions.expiryBytes(tag) == 0;
    if (lasts
        && operands.resolve(content == Content.NOTHING ? null : values.read(under, content))) {
      return true;
    }
    operands.write();
    return false;
  }

  /** Whether the filter removes an entry's value, or has another one written in its place. */
  private boolean isFiltered(EntryCursor entry, long tag) throws IOException {
    Content content = Versions.content(tag);
    boolean isValue = content == Content.VALUE || content == Content.POINTER;
    if (!isValue) {
      return false;
    }
    Decision decision = decisions.about(entry.copyKey(), values.read(entry, content));
    byte[] value = decision.value();
    if (value != null) {
      values.addValue(entry, versions.outputTag(tag), value, openWriter());
    } else if (!decision.isKept() && !versions.coversNothing()) {
      write(EntryKind.tag(EntryKind.sequence(tag), EntryKind.DELETE), Batch.NO_BYTES);
    }
    return !decision.isKept();
  }

  /** Writes an entry of the current key in place of others. */
  private void write(long tag, byte[] value) throws IOException {
    values.add(EntryCursor.at(keyPrefix, key, keyLength, tag, value), tag, openWriter());
  }

  private void startKey(EntryCursor entry) throws IOException {
    if (cancelled.getAsBoolean()) {
      throw new GoneException("the work was given up");
    }
    if (writer != null && writer.fileBytes() >= plan.tableBytes()) {
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

  /**
   * What the merge function has thrown, where operands stay as they are for it; null if nothing.
   */
  public @Nullable Throwable mergeFailure() {
    return operands.failure();
  }

  /** What was asked of the filter, and what it has thrown. */
  public FilterDecisions decisions() {
    return decisions;
  }

  /** Deletes that the job has left out. */
  public long droppedDeletes() {
    return droppedDeletes;
  }

  private OutputTable openWriter() throws IOException {
    if (writer == null) {
      long number = fileNumbers.getAsLong();
      writer = files.create(number, plan.filter(), plan.note(), plan.isFlush());
      begun.add(FileNames.table(number));
    }
    return writer;
  }

  /** One table is finished while the next is written; no more than one, for the memory it takes. */
  private void finishBeside(OutputTable full) throws IOException {
    awaitFinished();
    finishing = files.resources().finish(() -> finish(full));
    writer = null;
  }

  /** Finishes the last table on this thread: nothing is written beside it. */
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
    begun.forEach(name -> Aftermath.of(cause, () -> files.delete(name)));
  }
}
