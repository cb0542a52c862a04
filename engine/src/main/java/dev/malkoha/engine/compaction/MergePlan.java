package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.compaction.ValueShares.ValueInputs;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;

/**
 * All that decides what one merge writes. For one run.
 *
 * @param versions decides which entries stay
 * @param filter the policy of the tables' filters
 * @param tableBytes at which a table is ended and the next begun
 * @param note what the tables tell of themselves
 * @param isFlush whether writers wait for them
 * @param values the value files that the entries may point into
 */
public record MergePlan(
    Versions versions,
    FilterPolicy filter,
    long tableBytes,
    TableNote note,
    boolean isFlush,
    ValueInputs values) {

  /**
   * The plan of a memtable's one table of level 0.
   *
   * @param version what the store holds; pinned by the caller until the job has run
   * @param bytes about how many the memtable brings
   * @param mostlyDeletes whether the applier will soon have emptied the table
   * @param stripes of the open snapshots
   * @param ranges the memtable's own range deletes, which become durable with the table. Those of
   *     the version are older than all it holds; those of newer memtables may yet be lost in a
   *     power cut that the table survives
   */
  public static MergePlan flush(
      TableFiles files,
      Version version,
      long bytes,
      boolean mostlyDeletes,
      SnapshotStripes stripes,
      RangeWalker ranges) {
    long[] levels = levelBytes(version);
    levels[0] += bytes;
    return new MergePlan(
        new Versions(stripes, ranges, new FlushProbe(version, files.hasher())),
        filter(files, levels, 0, mostlyDeletes),
        Long.MAX_VALUE,
        TableNote.replacing(files.keyspace(), 0, List.of()),
        true,
        ValueInputs.of(Map.of()));
  }

  /**
   * The plan of a compaction. Outputs of level 0 have older tables beside them, so there nothing is
   * ever taken to be the last of its key.
   *
   * @param version what the store holds, inputs included; pinned by the caller
   * @param stripes of the open snapshots
   * @param tableBytes at which tables below level 0 are cut
   */
  public static MergePlan compaction(
      TableFiles files,
      Compaction compaction,
      Version version,
      SnapshotStripes stripes,
      long tableBytes) {
    int level = compaction.outputLevel();
    Versions.Beneath beneath =
        level == 0 ? (prefix, buffer, length) -> false : new BottomProbe(version, level);
    return new MergePlan(
        new Versions(stripes, new RangeWalker(List.of(version.ranges())), beneath),
        filter(files, version, compaction),
        level == 0 ? Long.MAX_VALUE : tableBytes,
        TableNote.replacing(files.keyspace(), level, compaction.of(version.tables())),
        false,
        ValueInputs.of(version, files.values()));
  }

  /**
   * The plan of a rewritten table whose source leaves out the newest entries. It asks no range
   * delete, as one may be newer than what is left; so it must merge no operand.
   */
  public static MergePlan copy(TableFiles files, Compaction one, Version version) {
    return new MergePlan(
        new Versions(
            new SnapshotStripes(new long[0]),
            RangeWalker.none(),
            (prefix, buffer, length) -> false),
        filter(files, version, one),
        Long.MAX_VALUE,
        TableNote.replacing(files.keyspace(), one.outputLevel(), one.of(version.tables())),
        false,
        ValueInputs.of(version, files.values()));
  }

  /**
   * The plan of tables beside the store: of each key the first entry, with the number 0.
   *
   * @param known the value files that entries may point into
   */
  public static MergePlan ingestion(
      TableFiles files, FilterPolicy filter, long tableBytes, Map<Long, ValueFileMeta> known) {
    return new MergePlan(
        new Versions(
            new SnapshotStripes(new long[0]), RangeWalker.none(), (prefix, buffer, length) -> true),
        filter,
        tableBytes,
        TableNote.replacing(files.keyspace(), TableNote.INGESTED, List.of()),
        false,
        ValueInputs.of(known));
  }

  /** A new cursor over the live entries of a compaction's inputs in a version, in order. */
  public static EntryCursor source(Compaction compaction, Version version) {
    List<EntryCursor> sources = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      SortedRun.of(level, compaction.of(version.level(level)))
          .forEach(run -> sources.add(run.cursor(false)));
    }
    return MergingCursor.of(sources);
  }

  /**
   * The number up to which range deletes cover nothing in what a compaction writes: of those in
   * force when it began, all that every reader saw. Any that joins later has a greater one, since
   * memtables are flushed in order. 0 if there are none.
   */
  public static long rangesApplied(Version version, long[] snapshots) {
    List<RangeTombstone> ranges = version.ranges().all();
    long newest = ranges.isEmpty() ? 0 : ranges.getLast().sequence();
    return snapshots.length == 0 ? newest : Math.min(newest, snapshots[0]);
  }

  private static long[] levelBytes(Version version) {
    return IntStream.range(0, Version.LEVELS).mapToLong(version::bytes).toArray();
  }

  /** The inputs' bytes move to the output level. */
  private static FilterPolicy filter(TableFiles files, Version version, Compaction compaction) {
    long[] bytes = levelBytes(version);
    double deleted = 0;
    double entries = 1;
    for (int level = 0; level < bytes.length; level++) {
      for (TableMeta table : compaction.inputs().get(level)) {
        bytes[level] -= table.fileBytes();
        bytes[compaction.outputLevel()] += table.fileBytes();
        deleted += table.liveTombstones() + table.deadEntries();
        entries += table.entries();
      }
    }
    FilterPolicy chosen = filter(files, bytes, compaction.outputLevel(), false);
    return deleted / entries >= GarbagePicker.OLD_SHARE ? chosen.afterDeletes() : chosen;
  }

  /**
   * The policy of filters at a level, by how the store's bytes will be spread over its levels.
   *
   * @param shortLived whether the table holds mostly deletes, which do not stay for long
   */
  private static FilterPolicy filter(
      TableFiles files, long[] bytes, int level, boolean shortLived) {
    double total = Math.max(1, Arrays.stream(bytes).sum());
    double largest = Arrays.stream(bytes).max().orElseThrow() / total;
    double share = Math.max(1, bytes[level]) / total;
    return files
        .options()
        .filter()
        .atLevel(shortLived ? largest : Math.min(share, largest), largest);
  }

  /** Answers for a flush: older tables may hold any key, but some are proved not to. */
  private record FlushProbe(Version version, KeyHasher hasher) implements Versions.Beneath {

    @Override
    public boolean isEmptyAt(long prefix, byte[] buffer, int length) {
      return false;
    }

    @Override
    public boolean provesAbsent(byte[] buffer, int length) {
      return version.provesAbsent(Arrays.copyOf(buffer, length), hasher.hash(buffer, 0, length));
    }
  }

  /**
   * Answers, for keys in ascending order, whether any table below a level could hold the key: one
   * place a run that only moves forward.
   */
  private static final class BottomProbe implements Versions.Beneath {

    private final List<SortedRun> runs;
    private final int[] places;

    BottomProbe(Version version, int outputLevel) {
      runs = version.runs().stream().filter(run -> run.level() > outputLevel).toList();
      places = new int[runs.size()];
    }

    @Override
    public boolean isEmptyAt(long prefix, byte[] buffer, int length) {
      byte[] key = null;
      for (int i = 0; i < places.length; i++) {
        if (places[i] == runs.get(i).size()) {
          continue;
        }
        if (key == null) {
          key = Arrays.copyOf(buffer, length);
        }
        if (covers(i, prefix, key)) {
          return false;
        }
      }
      return true;
    }

    private boolean covers(int index, long prefix, byte[] key) {
      SortedRun run = runs.get(index);
      int place = places[index];
      while (place < run.size() && run.table(place).compareLargest(prefix, key) < 0) {
        place++;
      }
      places[index] = place;
      return place < run.size() && run.table(place).compareSmallest(prefix, key) <= 0;
    }
  }
}
