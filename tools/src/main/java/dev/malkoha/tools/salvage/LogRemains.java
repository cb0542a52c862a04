package dev.malkoha.tools.salvage;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.Directory;
import dev.malkoha.tools.log.LogSalvage;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the log of a damaged store has that tables do not, by keyspace. It is held in memory, as the
 * store that wrote it did.
 */
final class LogRemains implements Log.RecordHandler {

  /** What is left of a keyspace's writes. */
  static final class Writes {

    private final long flushed;
    private final List<MemTable> memTables = new ArrayList<>();
    private final List<RangeTombstone> ranges = new ArrayList<>();

    /**
     * Begins with no writes.
     *
     * @param flushed what has a sequence number up to this one is in tables
     */
    Writes(long flushed) {
      this.flushed = flushed;
    }

    List<MemTable> memTables() {
      return memTables;
    }

    List<RangeTombstone> ranges() {
      return ranges;
    }
  }

  private final LongFunction<@Nullable Writes> byNumber;
  private final LongPredicate isCut;
  private final Map<Long, @Nullable Writes> known = new HashMap<>();
  private final KeyHasher hasher = new KeyHasher(0);
  private final SalvageNotes notes;
  private long sequence;
  private int operations;
  private int bytes;
  private @Nullable MemTable active;

  private LogRemains(
      LongFunction<@Nullable Writes> byNumber, LongPredicate isCut, SalvageNotes notes) {
    this.isCut = isCut;
    this.byNumber = byNumber;
    this.notes = notes;
  }

  /**
   * Reads the log.
   *
   * @param from the position from which on it is needed; 0 if that is not known
   * @param last the sequence number before that; -1 if it is not known, as the log may have been
   *     given up to a later position
   * @param proof what else is known of how far it reached
   * @param isCut whether what has a sequence number was taken back
   * @param byNumber where a keyspace's writes go; null if they are not wanted
   */
  static void read(
      Directory directory,
      long from,
      long last,
      LogProof proof,
      LongPredicate isCut,
      LongFunction<@Nullable Writes> byNumber,
      SalvageNotes notes)
      throws IOException {
    LogRemains log = new LogRemains(byNumber, isCut, notes);
    log.sequence = last;
    LogSalvage.read(directory, from, last >= 0, proof, log)
        .forEach(problem -> notes.note("the log: " + problem));
  }

  @Override
  public void record(long position, byte[] buffer, int offset, int length) {
    try {
      long first = Batch.firstSequence(buffer, offset, length);
      if (sequence >= 0 && first > sequence + 1) {
        notes.note(
            String.format(
                Locale.ROOT,
                "writes numbered %,d to %,d, of any keys, are lost with a part of the log",
                sequence + 1,
                first - 1));
      }
      sequence = first - 1;
      operations = Batch.count(buffer, offset, length);
      bytes = length;
      Batch.Reader at = new Batch.Reader(buffer, offset, length);
      active = null;
      for (long keyspace = 0; at.next(); keyspace = at.keyspace) {
        if (at.keyspace != keyspace) {
          active = null;
        }
        take(at, buffer);
      }
    } catch (MalformedBytesException e) {
      notes.note(
          "the log has a record at position %s that makes no sense: %s"
              .formatted(position, e.getMessage()));
    }
  }

  private void take(Batch.Reader at, byte[] batch) {
    sequence++;
    Writes into = known.computeIfAbsent(at.keyspace, byNumber::apply);
    if (into == null || sequence <= into.flushed || isCut.test(sequence) || at.kind == Batch.MARK) {
      return;
    }
    EntryKind kind = EntryKind.of(at.kind);
    long tag = EntryKind.tag(sequence, kind);
    switch (kind) {
      case PUT, PUT_UNTIL, DELETE, MERGE ->
          active(into).add(tag, batch, at.keyAt, at.keyLength, at.valueAt, at.valueLength);
      case DELETE_RANGE -> into.ranges.add(new RangeTombstone(at.key(), at.value(), sequence));
      case INGESTION -> {} // what joined is in tables
      case PUT_APART, PUT_APART_UNTIL -> throw kind.misplaced();
    }
  }

  /** A memtable with room for the rest of the record. */
  private MemTable active(Writes into) {
    MemTable now = active;
    if (now == null) {
      boolean fits = !into.memTables.isEmpty() && into.memTables.getLast().fits(operations, bytes);
      if (!fits) {
        into.memTables.add(new MemTable(hasher));
      }
      now = into.memTables.getLast();
      active = now;
    }
    return now;
  }
}
