package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.deletion.Marks.TableMarks;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.sidecar.SidecarSection;
import dev.malkoha.sstable.sidecar.SidecarWriter;
import dev.malkoha.sstable.sidecar.TableDeletions;
import dev.malkoha.storage.Aftermath;

/**
 * Writes marks down: one sidecar with the whole state of each table that has some, forced with its
 * name, and for each of these tables the edit that names its section and the table that follows.
 *
 * <p>Nothing is visible yet, and nothing counts before the edit is durable: until then the sidecar
 * is a draft, and is removed at the next opening if no edit names it. Under the deletions lock, so
 * that no vector changes meanwhile.
 *
 * @param files where sidecars are made
 * @param fileNumbers the store's
 * @param clockMillis tells when a vector was changed
 * @param garbageShare the dead share from which on a table is soon rewritten: of such a table
 *     filter removals are not kept, as they would be the largest part of the sidecar. Its filter in
 *     memory lets go of them; should the store be opened before the table is rewritten, the filter
 *     knows them again, which costs a block read and no more
 */
public record VectorWriter(
    TableFiles files, LongSupplier fileNumbers, LongSupplier clockMillis, double garbageShare) {

  /**
   * What was written.
   *
   * @param sidecar its number
   * @param edit names the sections
   * @param tables see the marked entries as dead; each held once
   * @param bytes of the sidecar
   * @param removals how many fingerprints the tables' filters have let go of
   */
  public record Written(
      long sidecar, List<EditEntry> edit, List<Table> tables, long bytes, long removals) {

    /** No marks, no sidecar. */
    public static final Written NOTHING = new Written(0, List.of(), List.of(), 0, 0);
  }

  /** Writes the marks of tables. On a failure nothing is left. */
  public Written write(List<TableMarks> marks) throws IOException {
    if (marks.isEmpty()) {
      return Written.NOTHING;
    }
    long number = fileNumbers.getAsLong();
    List<EditEntry> edit = new ArrayList<>();
    List<Table> tables = new ArrayList<>();
    long bytes;
    long removals = 0;
    try (SidecarWriter sidecar = files.createSidecar(number)) {
      for (TableMarks table : marks) {
        long[] ofTable = table.removals();
        removals += ofTable.length;
        tables.add(write(table, ofTable, number, sidecar, edit));
      }
      sidecar.finish();
      bytes = sidecar.fileSize();
      files.directory().force();
    } catch (IOException | RuntimeException | Error e) {
      tables.forEach(Table::release);
      delete(number, e);
      throw e;
    }
    return new Written(number, edit, tables, bytes, removals);
  }

  /** Takes back what was written: no edit names it, for this reason. */
  public void discard(Written written, Exception reason) {
    if (!written.edit().isEmpty()) {
      delete(written.sidecar(), reason);
    }
  }

  private void delete(long sidecar, Throwable reason) {
    Aftermath.of(
        reason, () -> files.delete(FileNames.sidecar(sidecar))); // or it goes at the next opening
  }

  private Table write(
      TableMarks marks, long[] removals, long number, SidecarWriter sidecar, List<EditEntry> edit)
      throws IOException {
    Table table = marks.table();
    DeletionVector vector = marks.vector();
    TableDeletions after = after(before(table), vector, marks.deadKeys(), removals, table);
    SidecarSection section = sidecar.add(table.meta().number(), after, table.reader());
    VectorRef ref =
        new VectorRef(
            number,
            section.offset(),
            section.length(),
            section.crc(),
            vector.dead(),
            table.meta().tombstones() - table.meta().liveTombstones() + marks.tombstones(),
            clockMillis.getAsLong());
    edit.add(new EditEntry.SetVector(table.meta().number(), ref));
    return table.with(ref, table.reader().with(vector, filterAfter(table, removals)));
  }

  private TableDeletions after(
      TableDeletions before,
      DeletionVector vector,
      long newlyDeadKeys,
      long[] removals,
      Table table) {
    boolean soonWrittenAnew = vector.dead() >= garbageShare * vector.entries();
    // A filter that could not be read is asked nothing, but may be read at the next opening.
    boolean knowsRemovals =
        before.hasAllRemovals() && table.reader().filter() instanceof RemovableFilter;
    return soonWrittenAnew || !knowsRemovals
        ? new TableDeletions(vector, before.deadKeys() + newlyDeadKeys, new long[0])
        : before.with(vector, newlyDeadKeys, removals, removals.length);
  }

  private TableDeletions before(Table table) throws IOException {
    VectorRef ref = table.meta().vector();
    return ref == null
        ? TableDeletions.none(table.meta().entries())
        : files.readDeletions(table.meta(), ref, table.reader());
  }

  private static Filter filterAfter(Table table, long[] removals) {
    Filter filter = table.reader().filter();
    return filter instanceof RemovableFilter removable
        ? removable.without(removals, removals.length)
        : filter;
  }
}
