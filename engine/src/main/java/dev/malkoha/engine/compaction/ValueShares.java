package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.engine.version.Version;

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

  /** The bytes of all files that tables point to. */
  public long liveBytes() {
    return bytes.values().stream().mapToLong(live -> live).sum();
  }

  /** Bytes of all files. */
  public long fileBytes() {
    return bytes.keySet().stream().mapToLong(ValueFileMeta::fileBytes).sum();
  }

  /**
   * Which values new tables keep apart, in value files.
   *
   * @param threshold the length from which on a value is kept apart; 0 if none is
   * @param fileBytes at which a value file is ended and the next begun
   */
  public record ValueOptions(int threshold, long fileBytes) {

    /** Options by which all values stay with their keys. */
    public static final ValueOptions NONE = new ValueOptions(0, Long.MAX_VALUE);

    /** The size of a value file in tables. */
    private static final int TABLES = 4;

    /** A value file that is this part of what it may be is small. */
    private static final int SMALL_PART = 32;

    /** The options of a keyspace. */
    public static ValueOptions of(KeyspaceOptions options) {
      return options.valueFileThreshold() == 0
          ? NONE
          : new ValueOptions(options.valueFileThreshold(), TABLES * options.tableBytes());
    }

    /**
     * Whether a value file is so small that those who meet it are to gather its values with others:
     * else each flush of a few values would leave a file for good. Where no values are kept apart
     * all files are.
     */
    boolean isSmall(ValueFileMeta file) {
      return file.fileBytes() < fileBytes / SMALL_PART;
    }

    /** Whether a value is kept apart. */
    boolean isApart(int length) {
      return threshold > 0 && length >= threshold;
    }
  }

  /**
   * The value files that what a job reads may point into.
   *
   * @param known what the manifest will say, or says, of each of them, by number
   * @param files they themselves, as far as values are read from them
   * @param emptied those of them in which little is alive, or little at all: values that the job
   *     meets in them are rewritten
   */
  public record ValueInputs(Map<Long, ValueFileMeta> known, ValueFiles files, Set<Long> emptied) {

    /** The value files of a version's tables, for a job with these options for values. */
    static ValueInputs of(Version version, ValueOptions output) {
      Collection<TableMeta> tables = version.tables().stream().map(Table::meta).toList();
      ValueShares shares = ValueShares.of(tables);
      Set<Long> emptied = new HashSet<>(shares.mostlyDead());
      emptied.addAll(shares.toEmpty(output::isSmall));
      return new ValueInputs(
          shares.bytes.keySet().stream()
              .collect(Collectors.toMap(ValueFileMeta::number, file -> file)),
          version.valueFiles(),
          emptied);
    }

    /** The value files of tables that no store names yet: nothing in them is dead. */
    static ValueInputs of(Map<Long, ValueFileMeta> known) {
      return new ValueInputs(known, ValueFiles.NONE, Set.of());
    }
  }
}
