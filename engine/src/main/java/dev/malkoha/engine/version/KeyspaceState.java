package dev.malkoha.engine.version;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a manifest says of one keyspace: its options, its tables by level, which of their entries
 * are dead, and its range deletes.
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

  /** Stays empty. */
  private static final TreeMap<Long, TableMeta> NO_TABLES = new TreeMap<>();

  private final KeyspaceId id;

  /** The tables of levels that have some or had some: most of many keyspaces have none. */
  private final TreeMap<Integer, TreeMap<Long, TableMeta>> levels = new TreeMap<>();

  private final Map<Long, VectorRef> vectors = new HashMap<>();
  private final Map<Long, Integer> checksums = new HashMap<>();
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

  /** What was written up to this sequence number is in tables. */
  public long flushed() {
    return flushed;
  }

  void setFlushed(long sequence) {
    flushed = Math.max(flushed, sequence);
  }

  void add(int level, TableMeta table) {
    levels.computeIfAbsent(level, _ -> new TreeMap<>()).put(table.number(), table);
  }

  /** Takes a table out of a level, and returns it; null if it was not there. */
  @Nullable TableMeta remove(int level, long number) {
    TableMeta removed = levels.getOrDefault(level, NO_TABLES).remove(number);
    if (removed != null) {
      vectors.remove(number);
      checksums.remove(number);
    }
    return removed;
  }

  /** The table of a file number; null if there is none. */
  public @Nullable TableMeta table(long number) {
    for (TreeMap<Long, TableMeta> level : levels.values()) {
      TableMeta table = level.get(number);
      if (table != null) {
        return table;
      }
    }
    return null;
  }

  /** A level's tables in the order readers want them. */
  public List<TableMeta> level(int level) {
    List<TableMeta> tables = new ArrayList<>(levels.getOrDefault(level, NO_TABLES).values());
    tables.sort(level == 0 ? NEWEST_FIRST : BY_KEY);
    return tables;
  }

  /** All tables, in no order. */
  public List<TableMeta> tables() {
    return levels.values().stream().map(TreeMap::values).flatMap(Collection::stream).toList();
  }

  /**
   * Replaces the deletion vector of a table. Bits of a vector only ever go from 0 to 1.
   *
   * @throws IllegalArgumentException if there is no such table, or fewer of it are dead than before
   */
  void setVector(EditEntry.SetVector set) {
    TableMeta table = table(set.table());
    if (table == null) {
      throw new IllegalArgumentException("a vector is of no table: " + set);
    }
    VectorRef before = vectors.put(set.table(), set.vector());
    long least = before == null ? 0 : before.dead();
    if (set.vector().dead() < least || set.vector().dead() > table.entries()) {
      throw new IllegalArgumentException(
          "%s contradicts %s dead before and %s entries".formatted(set, least, table.entries()));
    }
  }

  /** Which entries of a table are dead; null if there are none. */
  public @Nullable VectorRef vector(long table) {
    return vectors.get(table);
  }

  /** Says what the bytes of a table's file add up to. */
  void setChecksum(EditEntry.Checksum checksum) {
    if (table(checksum.table()) == null) {
      throw new IllegalArgumentException("a checksum is of no table: " + checksum);
    }
    Integer before = checksums.put(checksum.table(), checksum.crc());
    if (before != null && before != checksum.crc()) {
      throw new IllegalArgumentException("a table has another checksum: " + checksum);
    }
  }

  /** The checksum of all bytes of a table's file; null if it is not known. */
  public EditEntry.@Nullable Checksum checksum(long table) {
    Integer crc = checksums.get(table);
    return crc == null ? null : new EditEntry.Checksum(table, crc);
  }

  /** The numbers of the sidecars that hold a table's newest vector. */
  public Set<Long> sidecars() {
    return vectors.values().stream().map(VectorRef::sidecar).collect(Collectors.toSet());
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
      edit.add(new EditEntry.Flushed(flushed));
    }
    ranges.values().forEach(range -> edit.add(new EditEntry.AddRange(range)));
    for (Map.Entry<Integer, TreeMap<Long, TableMeta>> level : levels.entrySet()) {
      for (TableMeta table : level.getValue().values()) {
        edit.add(new EditEntry.AddTable(level.getKey(), table));
        VectorRef vector = vectors.get(table.number());
        if (vector != null) {
          edit.add(new EditEntry.SetVector(table.number(), vector));
        }
        EditEntry.Checksum checksum = checksum(table.number());
        if (checksum != null) {
          edit.add(checksum);
        }
      }
    }
  }
}
