package dev.malkoha.engine.compaction;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;

/** One table being written, and what the manifest will say of it. */
public final class TableWriter implements Closeable {

  private final TableBuilder builder;
  private final long number;
  private long tombstones;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;

  TableWriter(WritableFile file, long number, long fileId, TableOptions options) {
    this.number = number;
    this.builder = new TableBuilder(file, fileId, options);
  }

  /** Appends the cursor's entry under the given tag. */
  void add(EntryCursor entry, long tag) throws IOException {
    builder.add(
        entry.keyBuffer(),
        entry.keyOffset(),
        entry.keyLength(),
        tag,
        entry.valueBuffer(),
        entry.valueOffset(),
        entry.valueLength());
    long sequence = EntryKind.sequence(tag);
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    if (EntryKind.kind(tag) == EntryKind.DELETE) {
      tombstones++;
    }
  }

  /** The table's file number. */
  long number() {
    return number;
  }

  /** Bytes the file will have, about. */
  long fileBytes() {
    return builder.fileSize();
  }

  /** Completes the table and makes its bytes durable; its name is not yet. */
  TableMeta finish() throws IOException {
    TableProperties properties = builder.finish();
    return new TableMeta(
        number,
        properties.fileBytes(),
        properties.entries(),
        tombstones,
        properties.smallestKey(),
        properties.largestKey(),
        smallestSequence,
        largestSequence);
  }

  @Override
  public void close() throws IOException {
    builder.close();
  }
}
