package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Which deletes the applier turns to next: range deletes first, for what they cover needs no
 * search; then tombstones, young tables before old ones; and nothing twice for which nothing has
 * changed.
 *
 * <p>A table that a merge has claimed gets no marks: it is refused to the applier, which tries
 * again once the table is free. What a merge makes of refused tables counts as refused as often. A
 * table that was refused twice is owed to the applier: no compaction picks it before the next run
 * has ended, and that run begins with what was refused.
 *
 * <p>A range delete is over when there is no table left in which it may cover a live entry. What is
 * flushed later is newer than it, for it came with its own memtable, and memtables are flushed in
 * order. What a running merge writes comes from tables that are still there and are asked: if they
 * hold nothing that it covers, neither will the merge's. So memtables and merges need not be waited
 * for. One that is younger than an open snapshot waits for that.
 *
 * <p>Nothing of the plan is durable: after an opening every table is looked at again. Guarded by
 * its user's lock.
 */
public final class ApplierPlan {

  /** A table that was refused so often is owed to the applier. */
  private static final int REFUSALS_MAX = 2;

  /** How far the tombstones of each table are applied, by the table's number. */
  private final Map<Long, Progress> progress = new HashMap<>();

  /**
   * Tables known to hold nothing live that a range delete covers, by the range delete's sequence
   * number.
   */
  private final Map<Long, Set<Long>> clean = new HashMap<>();

  /** How often tables were refused, by the table's number. */
  private final Map<Long, Integer> refusals = new HashMap<>();

  /** The successors of tables that merges have replaced since the present run began. */
  private final Map<Long, Set<Long>> successors = new HashMap<>();

  private boolean isRunning;

  /** Tables that cannot be looked through, as a block of theirs is damaged. */
  private final Set<Long> damaged = new HashSet<>();

  /** How far a table's tombstones are. */
  private static final class Progress {

    /** Whether all were tried, and none is to be tried again. */
    private boolean isOver;

    /** Where the applier goes on; null for the first one. */
    private byte @Nullable [] from;

    /** Snapshots that kept tombstones in place. */
    private final Set<Long> hinderedBy = new HashSet<>();

    /** Tables that were refused. */
    private final Set<Long> refused = new HashSet<>();

    boolean isDue(Set<Long> claimed) {
      return !isOver && (from != null || Collections.disjoint(refused, claimed));
    }

    void advance(ApplierJob.ApplierResult result, Set<Long> newlyRefused) {
      hinderedBy.addAll(result.hinderingSnapshots());
      refused.addAll(newlyRefused);
      from = result.resumeAt();
      isOver = from == null && refused.isEmpty();
    }
  }

  /**
   * The next steps, which may be taken in one run; empty if none is due.
   *
   * @param snapshots the sequence numbers of open snapshots, ascending
   */
  public List<ApplierStep> next(Version version, long[] snapshots) {
    List<Table> tables = version.tables();
    List<Table> withTombstones =
        tables.stream().filter(table -> table.meta().liveTombstones() > 0).toList();
    progress.keySet().retainAll(numbers(withTombstones));
    clean.keySet().retainAll(sequences(version.ranges().all()));
    List<ApplierStep> first =
        owed(version).isEmpty()
            ? List.of()
            : due(withTombstones, version, snapshots, state -> !state.refused.isEmpty());
    List<ApplierStep> next = first.isEmpty() ? rangeSteps(version, tables, snapshots) : first;
    return next.isEmpty() ? due(withTombstones, version, snapshots, _ -> true) : next;
  }

  /** A step with the first table of which tombstones are left to apply, if one is such. */
  private List<ApplierStep> due(
      List<Table> withTombstones, Version version, long[] snapshots, Predicate<Progress> such) {
    Set<Long> claimed = numbers(version.tables().stream().filter(Table::isBusy).toList());
    for (Table table : withTombstones) {
      Progress state = state(table, snapshots);
      if (mayBeRead(table) && state.isDue(claimed) && such.test(state)) {
        return List.of(new ApplierStep(table, List.of(), state.from));
      }
    }
    return List.of();
  }

  /**
   * The numbers of the tables that no compaction may pick before the applier has run. One that a
   * merge has claimed is none of them yet: no run can serve it.
   */
  public Set<Long> owed(Version version) {
    return version.tables().stream()
        .filter(table -> !table.isBusy())
        .map(Table::number)
        .filter(number -> refusals.getOrDefault(number, 0) >= REFUSALS_MAX)
        .collect(Collectors.toSet());
  }

  /** Begins a run of what is next. */
  public void begin(Version version) {
    refusals.keySet().retainAll(numbers(version.tables()));
    isRunning = true;
  }

  /** Ends a run: the tables that were owed to it are not any more. */
  public void served(Set<Long> owed) {
    refusals.keySet().removeAll(owed);
    successors.clear();
    isRunning = false;
  }

  /** Notes that a merge has replaced tables by others. */
  public void replaced(List<TableMeta> inputs, List<TableMeta> outputs) {
    int refused =
        inputs.stream().mapToInt(table -> refusals.getOrDefault(table.number(), 0)).max().orElse(0);
    if (refused > 0) {
      outputs.forEach(table -> refusals.put(table.number(), refused));
    }
    if (isRunning) { // it may yet find that it was refused a table that is gone
      inputs.forEach(table -> successors.put(table.number(), numbersOf(outputs.stream())));
    }
  }

  /** The tables that hold by now what a table held. */
  private Stream<Long> present(long table) {
    Set<Long> next = successors.get(table);
    return next == null ? Stream.of(table) : next.stream().flatMap(this::present);
  }

  private static Set<Long> numbers(Collection<Table> tables) {
    return numbersOf(tables.stream().map(Table::meta));
  }

  private static Set<Long> numbersOf(Stream<TableMeta> tables) {
    return tables.map(TableMeta::number).collect(Collectors.toSet());
  }

  private static Set<Long> sequences(List<RangeTombstone> ranges) {
    return ranges.stream().map(RangeTombstone::sequence).collect(Collectors.toSet());
  }

  private List<ApplierStep> rangeSteps(Version version, List<Table> tables, long[] snapshots) {
    List<RangeTombstone> ranges = lasting(version, snapshots);
    return tables.stream()
        .filter(table -> !ranges.isEmpty() && mayBeRead(table))
        .filter(table -> !table.meta().isCoveredWhole(version.ranges(), snapshots))
        .map(table -> new ApplierStep(table, covering(ranges, table), null))
        .filter(ApplierStep::isOfRanges)
        .toList();
  }

  private List<RangeTombstone> covering(List<RangeTombstone> ranges, Table table) {
    return ranges.stream().filter(range -> mayCover(range, table)).toList();
  }

  private boolean mayBeRead(Table table) {
    return !table.isBusy() && !damaged.contains(table.meta().number());
  }

  /** A table that a snapshot hindered is due again when that snapshot is closed. */
  private Progress state(Table table, long[] snapshots) {
    Progress state = progress.getOrDefault(table.meta().number(), new Progress());
    boolean isFreed =
        state.isOver
            && state.hinderedBy.stream()
                .anyMatch(hindering -> Arrays.binarySearch(snapshots, hindering) < 0);
    return isFreed ? new Progress() : state;
  }

  /** The range deletes that every reader sees, oldest first. */
  private static List<RangeTombstone> lasting(Version version, long[] snapshots) {
    long oldest = Arrays.stream(snapshots).min().orElse(Long.MAX_VALUE);
    return version.ranges().all().stream().filter(range -> range.sequence() <= oldest).toList();
  }

  /** The range deletes that are over. */
  public List<RangeTombstone> over(Version version, long[] snapshots) {
    return lasting(version, snapshots).stream()
        .filter(range -> !mayCoverAnything(range, version))
        .toList();
  }

  private boolean mayCoverAnything(RangeTombstone range, Version version) {
    KeyRange keys = RangeTombstone.keys(range.from(), range.to());
    return version.runs().stream()
        .flatMap(run -> run.over(keys))
        .anyMatch(table -> mayCover(range, table));
  }

  private boolean mayCover(RangeTombstone range, Table table) {
    return table.mayBeCovered(range)
        && !clean.getOrDefault(range.sequence(), Set.of()).contains(table.meta().number());
  }

  /**
   * Notes what came of steps.
   *
   * @param refused the tables that were refused
   */
  public void done(ApplierJob.ApplierResult result, Set<Table> refused) {
    refused.stream()
        .flatMap(table -> present(table.number()))
        .distinct()
        .forEach(table -> refusals.merge(table, 1, Integer::sum));
    Set<String> files =
        result.damage().stream().map(CorruptFileException::file).collect(Collectors.toSet());
    for (ApplierStep step : result.steps()) {
      long table = step.table().meta().number();
      if (files.contains(FileNames.table(table))) {
        damaged.add(table);
      } else if (!step.isOfRanges()) {
        Progress before = step.from() == null ? null : progress.get(table);
        Progress state = before == null ? new Progress() : before;
        state.advance(result, numbers(refused));
        progress.put(table, state);
      } else if (!refused.contains(step.table())) {
        sequences(step.ranges())
            .forEach(range -> clean.computeIfAbsent(range, key -> new HashSet<>()).add(table));
      }
    }
  }

  /**
   * What the applier is to do next with one table: look for what range deletes cover in it, or
   * apply its live tombstones, from a key on.
   *
   * @param table that is looked through
   * @param ranges those that may cover something in it; empty for a step of tombstones
   * @param from the key to begin at; null for the first one
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
  public record ApplierStep(Table table, List<RangeTombstone> ranges, byte @Nullable [] from) {

    boolean isOfRanges() {
      return !ranges.isEmpty();
    }
  }
}
