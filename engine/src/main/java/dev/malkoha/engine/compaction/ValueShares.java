package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.engine.version.ValueUse;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of each value file the tables of a version point to: all that is known of what is alive
 * in it, and derived anew from each version.
 *
 * @param bytes what tables point to, by file
 */
public record ValueShares(Map<ValueFileMeta, Long> bytes) {

  /**
   * A file is emptied when less than one part in this many is alive. Its values are written once
   * more then, each for one that is dead, at most; and files take at most twice what is alive.
   */
  static final int LEAST_SHARE = 2;

  /** Adds up what tables point to. */
  public static ValueShares of(Collection<TableMeta> tables) {
    Map<ValueFileMeta, Long> bytes = new HashMap<>();
    for (TableMeta table : tables) {
      for (ValueUse use : table.values()) {
        bytes.merge(use.file(), use.bytes(), Long::sum);
      }
    }
    return new ValueShares(bytes);
  }

  /** All files. */
  Set<ValueFileMeta> files() {
    return bytes.keySet();
  }

  /** The numbers of those that are to be emptied. */
  Set<Long> mostlyDead() {
    return bytes.entrySet().stream()
        .filter(entry -> LEAST_SHARE * entry.getValue() < entry.getKey().recordBytes())
        .map(entry -> entry.getKey().number())
        .collect(Collectors.toSet());
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
