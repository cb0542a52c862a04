package dev.malkoha.engine.opening;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.EditEntry.Kind;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;

/**
 * An edit that takes back what was written after a mark: tables of it leave, and so do its range
 * deletes. A table that was written across the mark, of which each keyspace has one at most, is
 * written again without what is newer. The log's records stay, and are cut by their numbers.
 */
final class TakingBack {

  private final long mark;
  private final LongSupplier fileNumbers;
  private final List<EditEntry> edit = new ArrayList<>();
  private final List<WrittenTable> written = new ArrayList<>();

  /**
   * Begins an edit.
   *
   * @param mark the number of the mark
   * @param fileNumbers numbers new files
   */
  TakingBack(long mark, LongSupplier fileNumbers) {
    this.mark = mark;
    this.fileNumbers = fileNumbers;
  }

  /** The edit. */
  List<EditEntry> edit() {
    return edit;
  }

  /** The tables that it adds. */
  List<WrittenTable> written() {
    return written;
  }

  /**
   * Adds what is taken back of a keyspace.
   *
   * @param version all its tables
   * @param files with which its tables are made, without a merge function: what an operand would be
   *     merged with may be covered by a range delete
   */
  void add(KeyspaceState keyspace, Version version, TableFiles files) throws IOException {
    List<EditEntry> changes = new ArrayList<>();
    for (Table table : version.tables()) {
      if (table.meta().largestSequence() > mark) {
        int level = version.levelOf(table);
        changes.add(new EditEntry.DropTable(level, table.number()));
        if (table.meta().smallestSequence() <= mark) {
          rewrite(table, level, version, files, changes);
        }
      }
    }
    keyspace.ranges().stream()
        .filter(range -> range.sequence() > mark)
        .forEach(range -> changes.add(Kind.DROP_RANGE.of(range.sequence())));
    if (!changes.isEmpty()) {
      edit.add(Kind.IN_KEYSPACE.of(keyspace.id().number()));
      edit.addAll(changes);
    }
  }

  private void rewrite(
      Table table, int level, Version version, TableFiles files, List<EditEntry> changes)
      throws IOException {
    Compaction alone = Compaction.rewrite(level, table.meta());
    MergeJob job =
        new MergeJob(
            files,
            fileNumbers,
            MergePlan.copy(files, alone, version),
            CompactionFilter.NONE,
            () -> false);
    try (EntryCursor kept = new Kept(MergePlan.source(alone, version), mark)) {
      List<WrittenTable> outputs = job.run(kept);
      outputs.forEach(output -> output.addTo(changes, level));
      written.addAll(outputs);
    }
  }

  /** A cursor that leaves out what has a number above one. */
  private static final class Kept extends EntryCursor {

    private final EntryCursor source;
    private final long newest;

    Kept(EntryCursor source, long newest) {
      this.source = source;
      this.newest = newest;
    }

    @Override
    public void seekToFirst() throws IOException {
      source.seekToFirst();
      settle();
    }

    @Override
    public void next() throws IOException {
      source.next();
      settle();
    }

    private void settle() throws IOException {
      while (source.valid() && EntryKind.sequence(source.tag()) > newest) {
        source.next();
      }
      standAs(source);
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
