package dev.malkoha.engine.model;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * A race between a compaction and a delete job, run in every order: one before the other, and one
 * in the middle of the other at each call that the other makes to a table's file or to a sidecar.
 *
 * @param outer in the middle of which the other one runs
 */
record RaceRun(Race race, Kind outer, FilterPolicy filter) {

  private static final int KIB = 1024;

  static final List<FilterPolicy> FILTERS =
      List.of(
          FilterPolicy.cuckoo(0.0001),
          FilterPolicy.windowedCuckoo(0.5),
          FilterPolicy.semiSortedCuckoo(0.3),
          FilterPolicy.none());

  /** All races. */
  static List<RaceRun> all() {
    List<RaceRun> all = new ArrayList<>();
    for (Race race : Race.values()) {
      for (Kind outer : Kind.values()) {
        FILTERS.forEach(filter -> all.add(new RaceRun(race, outer, filter)));
      }
    }
    return all;
  }

  /** Whether one can run in the middle of the other; a move makes no call to a table's file. */
  boolean hasMiddle() {
    return race != Race.MOVE || outer == Kind.DELETES;
  }

  /** Runs it in every order; returns in how many the other one began in the middle. */
  int run() {
    return places().stream().mapToInt(this::run).sum();
  }

  private int run(When place) {
    int calls = -1;
    while (runOnce(place, calls, true) && runOnce(place, calls, false)) {
      calls++;
    }
    return calls;
  }

  /** The calls of the outer one before which the other one may begin. */
  private List<When> places() {
    return outer == Kind.DELETES
        ? List.of(When.TABLE_READ, When.MARKS_WRITE)
        : List.of(When.TABLE_WRITE);
  }

  /**
   * Runs it in one order.
   *
   * @param calls the other one begins after so many; before the first job where that is -1
   * @param ends whether the other one ends there, too, and does not wait for the first one's end
   */
  private boolean runOnce(When place, int calls, boolean ends) {
    return runOnce(place, calls, ends, (subject, keys) -> {});
  }

  /**
   * Runs it in every order in which both end one in the middle of the other, with crashes at the
   * calls from where the race begins; returns how many were looked at.
   */
  long crash(SplittableRandom random, int oneIn) {
    List<Crashes> all = new ArrayList<>();
    for (When place : places()) {
      int calls = -1;
      while (runOnce(
          place, calls, true, (subject, keys) -> all.add(subject.crash(random, keys, oneIn)))) {
        calls++;
      }
    }
    return all.stream().mapToLong(Crashes::states).sum();
  }

  private boolean runOnce(
      When place, int calls, boolean ends, BiConsumer<Subject, List<Bytes>> whenItBegins) {
    Steps before = new Steps();
    Steps meanwhile = new Steps(before);
    lay(before, meanwhile);
    if (ends) {
      meanwhile.add(Op.RunHeld.whole(outer == Kind.DELETES ? Kind.COMPACTION : Kind.DELETES));
    }
    Subject subject = new Subject(optionSet());
    try {
      before.operations().forEach(operation -> operation.on(subject));
      whenItBegins.accept(subject, before.keys());
      boolean reached = race(subject, place, calls, meanwhile.operations());
      Op.Holding.LET_GO.on(subject);
      subject.finish(before.keys());
      return reached;
    } catch (RuntimeException | AssertionError e) {
      String where =
          this + ", after " + calls + " calls of " + place + ", " + Trials.replay(RaceTest.class);
      throw new AssertionError(where + "\n" + subject.diskHistory(), e);
    }
  }

  /** A compaction waits with its inputs; a delete job meets the one that becomes due meanwhile. */
  private void lay(Steps before, Steps meanwhile) {
    race.setUp(before);
    if (outer == Kind.COMPACTION) {
      race.lastTables(before);
      race.deletes(before);
    } else {
      race.deletes(before);
      race.lastTables(meanwhile);
    }
    race.beforeTheOther().forEach(meanwhile::add);
  }

  private boolean race(Subject subject, When place, int calls, List<Op> meanwhile) {
    if (calls < 0) {
      meanwhile.forEach(operation -> operation.on(subject));
      Op.RunHeld.whole(outer).on(subject);
      return true;
    }
    return subject.runHeld(outer, place, calls, meanwhile);
  }

  private OptionSet optionSet() {
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(256 * KIB)
            .tableBytes(4 * KIB)
            .blockBytes(KIB)
            .blockCacheBytes(0)
            .compression(Compression.NONE)
            .filter(filter)
            .garbageShare(race.garbageShare())
            .build();
    return new OptionSet(race.name(), options, false);
  }

  @Override
  public String toString() {
    return race + " in the middle of " + outer + ", " + filter.spec();
  }
}
