package dev.malkoha.engine.version;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /**
   * A table, and what later edits say of it.
   *
   * @param vector which entries are dead; null if none are
   * @param crc the checksum of the file's bytes; null if it is not known
   */
  private record Member(
      int level, TableMeta meta, @Nullable VectorRef vector, @Nullable Integer crc) {

    private Member with(VectorRef newVector) {
      return new Member(level, meta, newVector, crc);
    }

    private Member with(int newCrc) {
      return new Member(level, meta, vector, newCrc);
    }
  }

  private final KeyspaceId id;
  private final TreeMap<Long, Member> members = new TreeMap<>();
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
    members.put(table.number(), new Member(level, table, null, null));
  }

  /** Takes a table out of a level, and returns it; null if it was not there. */
  @Nullable TableMeta remove(int level, long number) {
    Member member = members.get(number);
    if (member == null || member.level != level) {
      return null;
    }
    members.remove(number);
    return member.meta;
  }

  /** The table of a file number; null if there is none. */
  public @Nullable TableMeta table(long number) {
    Member member = members.get(number);
    return member == null ? null : member.meta;
  }

  /** The tables of each level in the order readers want them. */
  public List<List<TableMeta>> levels() {
    List<List<TableMeta>> levels =
        Stream.<List<TableMeta>>generate(ArrayList::new).limit(Version.LEVELS).toList();
    members.values().forEach(member -> levels.get(member.level).add(member.meta));
    levels.forEach(level -> level.sort(BY_KEY));
    levels.getFirst().sort(NEWEST_FIRST);
    return levels;
  }

  /** All tables, by number. */
  public List<TableMeta> tables() {
    return members.values().stream().map(Member::meta).toList();
  }

  /**
   * Replaces the deletion vector of a table. Bits of a vector only ever go from 0 to 1.
   *
   * @throws IllegalArgumentException if there is no such table, or fewer of it are dead than before
   */
  void setVector(EditEntry.SetVector set) {
    Member member = member(set.table(), set);
    long least = member.vector == null ? 0 : member.vector.dead();
    if (set.vector().dead() < least || set.vector().dead() > member.meta.entries()) {
      throw new IllegalArgumentException(
          "%s contradicts %s dead before and %s entries"
              .formatted(set, least, member.meta.entries()));
    }
    members.put(set.table(), member.with(set.vector()));
  }

  private Member member(long table, EditEntry edit) {
    Member member = members.get(table);
    if (member == null) {
      throw new IllegalArgumentException("there is no such table: " + edit);
    }
    return member;
  }

  /** Which entries of a table are dead; null if there are none. */
  public @Nullable VectorRef vector(long table) {
    Member member = members.get(table);
    return member == null ? null : member.vector;
  }

  /** Says what the bytes of a table's file add up to. */
  void setChecksum(EditEntry.Checksum checksum) {
    Member member = member(checksum.table(), checksum);
    if (member.crc != null && member.crc != checksum.crc()) {
      throw new IllegalArgumentException("the table has another checksum: " + checksum);
    }
    members.put(checksum.table(), member.with(checksum.crc()));
  }

  /** The checksum of all bytes of a table's file; null if it is not known. */
  public EditEntry.@Nullable Checksum checksum(long table) {
    Member member = members.get(table);
    return member == null || member.crc == null ? null : new EditEntry.Checksum(table, member.crc);
  }

  /** The numbers of the sidecars that hold a table's newest vector. */
  public Set<Long> sidecars() {
    return members.values().stream()
        .map(Member::vector)
        .filter(Objects::nonNull)
        .map(VectorRef::sidecar)
        .collect(Collectors.toSet());
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
    members.forEach(
        (number, member) -> {
          edit.add(new EditEntry.AddTable(member.level, member.meta));
          if (member.vector != null) {
            edit.add(new EditEntry.SetVector(number, member.vector));
          }
          if (member.crc != null) {
            edit.add(new EditEntry.Checksum(number, member.crc));
          }
        });
  }
}
