package dev.malkoha.engine.version;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.wal.LogProof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything a manifest says, as a value: what its edits add up to.
 *
 * <p>Levels below the first are ordered by key and may not overlap; level 0 is ordered newest
 * first: by sequence numbers, as a table that is written anew has a new file number.
 */
public final class ManifestState {

  private static final Comparator<TableMeta> BY_KEY =
      (a, b) -> Arrays.compareUnsigned(a.smallestKey(), b.smallestKey());
  private static final Comparator<TableMeta> NEWEST_FIRST =
      Comparator.comparingLong(TableMeta::largestSequence)
          .thenComparingLong(TableMeta::number)
          .reversed();

  private final List<TreeMap<Long, TableMeta>> levels = new ArrayList<>();
  private final Map<Long, VectorRef> vectors = new HashMap<>();
  private final TreeMap<Long, RangeTombstone> ranges = new TreeMap<>();
  private EditEntry.@Nullable Identity identity;
  private String options = "";
  private long nextFile = 1;
  private long logFloor;
  private long lastSequence;
  private LogProof logProof = LogProof.NONE;

  /** Files that edits took away, and that may still lie about. */
  private final TreeSet<Long> obsolete = new TreeSet<>();

  /** The state before any edit. */
  public ManifestState() {
    for (int level = 0; level < Version.LEVELS; level++) {
      levels.add(new TreeMap<>());
    }
  }

  /**
   * Adds an edit.
   *
   * @return the sidecars that no table needs any more
   * @throws IllegalArgumentException if the edit contradicts the state (a table dropped that is not
   *     there, or added twice)
   */
  public Set<Long> apply(VersionEdit edit) {
    boolean changesVectors = edit.entries().stream().anyMatch(EditEntry::changesVectors);
    Set<Long> sidecars = changesVectors ? sidecars() : Set.of();
    edit.entries().forEach(this::apply);
    if (changesVectors) {
      sidecars.removeAll(sidecars());
      obsolete.addAll(sidecars);
    }
    return sidecars;
  }

  private void apply(EditEntry entry) {
    switch (entry) {
      case EditEntry.AddTable(int level, TableMeta table) -> {
        if (table(table.number()) != null) {
          throw new IllegalArgumentException("a table is added twice: " + entry.describe());
        }
        levels.get(level).put(table.number(), table);
        obsolete.remove(table.number());
      }
      case EditEntry.DropTable(int level, long number) -> {
        if (levels.get(level).remove(number) == null) {
          throw new IllegalArgumentException(
              "a table is dropped that is not there: " + entry.describe());
        }
        vectors.remove(number);
        obsolete.add(number);
      }
      case EditEntry.SetVector set -> setVector(set);
      case EditEntry.AddRange(RangeTombstone range) -> {
        if (ranges.put(range.sequence(), range) != null) {
          throw new IllegalArgumentException("there are two of " + range);
        }
      }
      // One that is gone is no contradiction: a flush drops what its own ranges supersede, and
      // whoever ends ranges may have been quicker.
      case EditEntry.DropRange(long sequence) -> ranges.remove(sequence);
      case EditEntry.Identity who -> identity = who;
      case EditEntry.OptionsLine(String text) -> options = text;
      case EditEntry.NextFile(long number) -> nextFile = Math.max(nextFile, number);
      case EditEntry.LogFloor(long position) -> logFloor = Math.max(logFloor, position);
      case EditEntry.LastSequence(long sequence) -> lastSequence = Math.max(lastSequence, sequence);
      case EditEntry.LogMark(LogProof proof) -> logProof = proof;
      case EditEntry.Obsolete(long number) -> setObsolete(number);
    }
  }

  private void setObsolete(long number) {
    if (table(number) != null || sidecars().contains(number)) {
      throw new IllegalArgumentException("file " + number + " is needed and said to be obsolete");
    }
    obsolete.add(number);
  }

  /** Bits of a vector only ever go from 0 to 1. */
  private void setVector(EditEntry.SetVector set) {
    TableMeta table = table(set.table());
    if (table == null) {
      throw new IllegalArgumentException("a vector is of no table: " + set.describe());
    }
    VectorRef before = vectors.put(set.table(), set.vector());
    obsolete.remove(set.vector().sidecar());
    long least = before == null ? 0 : before.dead();
    if (set.vector().dead() < least || set.vector().dead() > table.entries()) {
      throw new IllegalArgumentException(
          set.describe()
              + " contradicts "
              + least
              + " dead before and "
              + table.entries()
              + " entries");
    }
  }

  /** The table of a file number; null if there is none. */
  public @Nullable TableMeta table(long number) {
    return levels.stream()
        .map(level -> level.get(number))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** One edit that leads from nothing to this state: the first record of a new manifest. */
  public VersionEdit asEdit() {
    List<EditEntry> entries = new ArrayList<>();
    entries.add(identity());
    entries.add(new EditEntry.OptionsLine(options));
    entries.add(new EditEntry.NextFile(nextFile));
    entries.add(new EditEntry.LogFloor(logFloor));
    entries.add(new EditEntry.LastSequence(lastSequence));
    if (logProof.isKnown()) {
      entries.add(new EditEntry.LogMark(logProof));
    }
    obsolete.forEach(number -> entries.add(new EditEntry.Obsolete(number)));
    ranges.values().forEach(range -> entries.add(new EditEntry.AddRange(range)));
    for (int level = 0; level < levels.size(); level++) {
      for (TableMeta table : levels.get(level).values()) {
        entries.add(new EditEntry.AddTable(level, table));
        VectorRef vector = vectors.get(table.number());
        if (vector != null) {
          entries.add(new EditEntry.SetVector(table.number(), vector));
        }
      }
    }
    return new VersionEdit(entries);
  }

  /** Forgets obsolete files that are gone. */
  public void keepObsolete(Set<Long> present) {
    obsolete.retainAll(present);
  }

  /** Whether a table or sidecar of this name is part of the store. */
  public boolean isLive(String name) {
    OptionalLong table = FileNames.tableNumber(name);
    OptionalLong sidecar = FileNames.sidecarNumber(name);
    return (table.isPresent() && table(table.getAsLong()) != null)
        || (sidecar.isPresent() && sidecars().contains(sidecar.getAsLong()));
  }

  /** Whether an edit took away the table or sidecar of this number. */
  public boolean isObsolete(long number) {
    return obsolete.contains(number);
  }

  /**
   * What is known of the log. One that was written before there were marks is at least known to
   * have begun: a segment that holds the floor is there.
   */
  public LogProof logProof() {
    return logProof.isKnown() ? logProof : new LogProof(0, 0, logFloor);
  }

  /** A level's tables in the order readers want them. */
  public List<TableMeta> level(int level) {
    List<TableMeta> tables = new ArrayList<>(levels.get(level).values());
    tables.sort(level == 0 ? NEWEST_FIRST : BY_KEY);
    return tables;
  }

  /** Which entries of a table are dead; null if there are none. */
  public @Nullable VectorRef vector(long table) {
    return vectors.get(table);
  }

  /** The numbers of the sidecars that hold a table's newest vector. */
  public Set<Long> sidecars() {
    return vectors.values().stream().map(VectorRef::sidecar).collect(Collectors.toSet());
  }

  /** The range deletes in force, by ascending sequence number. */
  public List<RangeTombstone> ranges() {
    return List.copyOf(ranges.values());
  }

  /** Whether an edit has said who the store is, as every manifest's first one does. */
  boolean hasIdentity() {
    return identity != null;
  }

  /** Who the store is. */
  public EditEntry.Identity identity() {
    if (identity == null) {
      throw new IllegalArgumentException("the manifest does not say which store it belongs to");
    }
    return identity;
  }

  /** The options last in force, as text. */
  public String options() {
    return options;
  }

  /** The next file number to give out. */
  public long nextFile() {
    return nextFile;
  }

  /** Log records before this position are in tables. */
  public long logFloor() {
    return logFloor;
  }

  /** Sequence numbers up to this one were given out when the last edit was written. */
  public long lastSequence() {
    return lastSequence;
  }
}
