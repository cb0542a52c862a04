package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.EditEntry.AddTable;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import org.jspecify.annotations.Nullable;

/**
 * The manifest's state of one keyspace: its options, its tables by level, their deletion vectors,
 * and its range deletes.
 *
 * <p>Levels below the first are ordered by key and may not overlap; level 0 is ordered newest
 * first: by sequence numbers, because a rewritten table has a new file number.
 */
public final class KeyspaceState {

  private static final Comparator<TableMeta> BY_KEY =
      (a, b) -> Arrays.compareUnsigned(a.smallestKey(), b.smallestKey());
  private static final Comparator<TableMeta> NEWEST_FIRST =
      Comparator.comparingLong(TableMeta::largestSequence)
          .thenComparingLong(TableMeta::number)
          .reversed();

  private final KeyspaceId id;
  private final TreeMap<Long, AddTable> tables = new TreeMap<>();
  private final TreeMap<Long, RangeTombstone> ranges = new TreeMap<>();
  private String options;
  private long flushed;

  KeyspaceState(KeyspaceId id, String options) {
    this.id = id;
    this.options = options.intern(); // many keyspaces have the same
  }

  /** Which keyspace it is. */
  public KeyspaceId id() {
    return id;
  }

  /** The options last in force, as text. */
  public String options() {
    return options;
  }

  void setOptions(String text) {
    options = text.intern();
  }

  /** Writes up to this sequence number are in tables. */
  public long flushed() {
    return flushed;
  }

  void setFlushed(long sequence) {
    flushed = Math.max(flushed, sequence);
  }

  void add(int level, TableMeta table) {
    tables.put(table.number(), new AddTable(level, table));
  }

  /** Takes a table out of a level, and returns it; null if it was not there. */
  @Nullable TableMeta remove(int level, long number) {
    TableMeta known = table(number);
    return known != null && tables.remove(number, new AddTable(level, known)) ? known : null;
  }

  /** The table of a file number; null if there is none. */
  public @Nullable TableMeta table(long number) {
    AddTable known = tables.get(number);
    return known == null ? null : known.table();
  }

  /** The tables of each level in the order readers want them. */
  public List<List<TableMeta>> levels() {
    List<List<TableMeta>> levels =
        Stream.<List<TableMeta>>generate(ArrayList::new).limit(Version.LEVELS).toList();
    tables.values().forEach(known -> levels.get(known.level()).add(known.table()));
    levels.forEach(level -> level.sort(BY_KEY));
    levels.getFirst().sort(NEWEST_FIRST);
    return levels;
  }

  /** All tables, by number. */
  public List<TableMeta> tables() {
    return tables.values().stream().map(AddTable::table).toList();
  }

  /**
   * Replaces the deletion vector of a table, and returns the one before. Bits of a vector only ever
   * go from 0 to 1.
   *
   * @throws IllegalArgumentException if there is no such table, or fewer of it are dead than before
   */
  @Nullable VectorRef setVector(EditEntry.SetVector set) {
    TableMeta table = existing(set.table(), set);
    if (set.vector().dead() < table.deadEntries() || set.vector().dead() > table.entries()) {
      throw new IllegalArgumentException(
          "%s contradicts %s dead before and %s entries"
              .formatted(set, table.deadEntries(), table.entries()));
    }
    replace(table.with(set.vector()));
    return table.vector();
  }

  private TableMeta existing(long number, EditEntry edit) {
    TableMeta table = table(number);
    if (table == null) {
      throw new IllegalArgumentException("there is no such table: " + edit);
    }
    return table;
  }

  private void replace(TableMeta table) {
    tables.computeIfPresent(table.number(), (_, known) -> new AddTable(known.level(), table));
  }

  /** Says what the bytes of a table's file add up to. */
  void setChecksum(EditEntry.Checksum checksum) {
    TableMeta table = existing(checksum.table(), checksum);
    Integer known = table.crc();
    if (known != null && known != checksum.crc()) {
      throw new IllegalArgumentException("the table has another checksum: " + checksum);
    }
    replace(table.with(checksum.crc()));
  }

  void add(RangeTombstone range) {
    if (ranges.put(range.sequence(), range) != null) {
      throw new IllegalArgumentException("there are two of " + range);
    }
  }

  /**
   * Ends a range delete. One that is gone is no contradiction: a flush drops those that its own
   * ranges supersede, and another job may have ended it first.
   */
  void removeRange(long sequence) {
    ranges.remove(sequence);
  }

  /** The range deletes in force, by ascending sequence number. */
  public List<RangeTombstone> ranges() {
    return List.copyOf(ranges.values());
  }

  /** Adds what leads from an empty keyspace to this one. */
  void describeTo(List<EditEntry> edit) {
    if (flushed > 0) {
      edit.add(EditEntry.Kind.FLUSHED.of(flushed));
    }
    ranges.values().forEach(range -> edit.add(new EditEntry.AddRange(range)));
    edit.addAll(tables.values());
  }
}
