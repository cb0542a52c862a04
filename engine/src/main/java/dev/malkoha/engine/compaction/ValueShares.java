package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How much of each value file the tables of a version point to: these bytes are alive. Derived
 * again from each version.
 *
 * @param bytes what tables point to, by file
 */
public record ValueShares(Map<ValueFileMeta, Long> bytes) {

  /**
   * A file is emptied when less than one part in this many is alive. Its values are written once
   * more then, each for one that is dead, at most; and files take at most twice what is alive.
   */
  static final int LEAST_SHARE = 2;

  /**
   * A job empties no further file once so much is alive in those that it empties already: so much
   * room it needs before it frees any, and so long, about, it keeps its tables busy.
   */
  static final long EMPTIED_BYTES = 256 << 20;

  /** Adds up what tables point to. */
  public static ValueShares of(Collection<TableMeta> tables) {
    Map<ValueFileMeta, Long> bytes = new HashMap<>();
    for (TableMeta table : tables) {
      for (TableMeta.ValueUse use : table.values()) {
        bytes.merge(use.file(), use.bytes(), Long::sum);
      }
    }
    return new ValueShares(bytes);
  }

  /** All files. */
  Set<ValueFileMeta> files() {
    return bytes.keySet();
  }

  /** The numbers of those that are to be emptied first, since most in them is dead. */
  Set<Long> mostlyDead() {
    return toEmpty(file -> LEAST_SHARE * alive(file) < file.recordBytes());
  }

  /**
   * The numbers of files of a kind, the least alive first, as far as one job can empty them: one of
   * them at least. In those that it has begun with less and less is alive, so they stay the first.
   */
  Set<Long> toEmpty(Predicate<ValueFileMeta> kind) {
    List<ValueFileMeta> files = new ArrayList<>(bytes.keySet().stream().filter(kind).toList());
    files.sort(Comparator.comparingLong(this::alive).thenComparingLong(ValueFileMeta::number));
    Set<Long> numbers = new HashSet<>();
    long alive = 0;
    for (int i = 0; i < files.size() && alive < EMPTIED_BYTES; i++) {
      numbers.add(files.get(i).number());
      alive += alive(files.get(i));
    }
    return numbers;
  }

  private long alive(ValueFileMeta file) {
    return bytes.getOrDefault(file, 0L);
  }

  /** What tables point to of all files. */
  public long liveBytes() {
    return bytes.values().stream().mapToLong(live -> live).sum();
  }

  /** Bytes of all files. */
  public long fileBytes() {
    return bytes.keySet().stream().mapToLong(ValueFileMeta::fileBytes).sum();
  }
}
