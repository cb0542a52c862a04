package dev.malkoha.engine.model;

import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.disk.HeldWork.Kind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a compaction and a delete job meet that race, made so that each handles entries that the
 * other one handles too.
 *
 * <p>After {@link #setUp} a delete job may be due, with {@link #lastTables} a compaction is. What
 * {@link #deletes} does, the compaction does not have among its inputs if it comes behind.
 */
enum Race {

  /** The compaction's own inputs hold deletes, and what they cover. */
  DELETES_AMONG_THE_INPUTS {
    @Override
    void setUp(Steps steps) {
      steps.load(KEYS).compact().hold();
      IntStream.range(1, TABLES)
          .forEach(own -> steps.delete(i -> i % 5 == own).put(i -> i % 7 == own).flush());
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 7 == 0).flush();
    }
  },

  /** What dies is written out under number 0, for nothing lies beneath. */
  COPIES_LOSE_THEIR_NUMBER {
    @Override
    void setUp(Steps steps) {
      steps.hold();
      steps.put(i -> i % 4 <= 1).flush().put(i -> i % 4 <= 2).flush();
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 3 == 0).flush().put(i -> i % 11 == 0).flush();
    }

    @Override
    void deletes(Steps steps) {
      steps.delete(i -> i % 2 == 0).flush();
    }
  },

  /** The compaction keeps two entries of a key for a snapshot that is closed meanwhile. */
  VERSIONS_KEPT_FOR_A_SNAPSHOT {
    @Override
    void setUp(Steps steps) {
      steps.hold().put(i -> true).flush().add(new Op.TakeSnapshot());
      steps.put(i -> i % 2 == 0).flush();
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 3 == 0).flush().put(i -> i % 11 == 0).flush();
    }

    @Override
    void deletes(Steps steps) {
      steps.delete(i -> i % 2 == 0).delete(i -> i % 5 == 0).flush();
    }

    @Override
    List<Op> beforeTheOther() {
      return List.of(new Op.CloseSnapshot(0));
    }
  },

  /** A snapshot stands between a delete, which covers something deeper, and a later put. */
  PUT_AGAIN_ABOVE_A_SNAPSHOT {
    @Override
    void setUp(Steps steps) {
      steps.hold().load(DEEP_KEYS).flush();
      IntStream.range(1, TABLES).forEach(own -> steps.put(i -> i == own).flush());
      runAll(steps);
      steps.delete(i -> i % 90 == 0).flush().add(new Op.TakeSnapshot());
      steps.put(i -> i % 180 == 0).flush().put(i -> i == 1).flush();
      // Above a level 1 that is large beside them, so many small tables call for a compaction.
      IntStream.range(TABLES, Shape.LEVEL0_TABLES_MAX)
          .forEach(own -> steps.put(i -> i == own).flush());
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i == 2).flush();
    }
  },

  /** Deletes of what was deleted already, and put again or not. */
  SECOND_DELETES {
    @Override
    void setUp(Steps steps) {
      steps.load(KEYS).compact().delete(i -> i % 2 == 0).flush().hold();
      steps.put(i -> i % 4 == 0).flush().delete(i -> i % 2 == 0).flush();
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 8 == 0).flush();
    }

    @Override
    void deletes(Steps steps) {
      steps.delete(i -> i % 2 == 0).flush();
    }
  },

  /** Range deletes came before the compaction had its inputs. */
  RANGES_AMONG_THE_INPUTS {
    @Override
    void setUp(Steps steps) {
      steps.load(KEYS).compact().hold();
      IntStream.range(1, TABLES)
          .forEach(own -> steps.deleteRange(5 * own, 5 * own + 3).put(i -> i % 4 == own).flush());
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 11 == 0).flush();
    }
  },

  /** A range delete came when the compaction had its inputs, and more puts behind it. */
  RANGE_BEHIND_THE_INPUTS {
    @Override
    void setUp(Steps steps) {
      steps.hold();
      steps.put(i -> i % 4 <= 1).flush().put(i -> i % 4 <= 2).flush();
    }

    @Override
    void lastTables(Steps steps) {
      steps.put(i -> i % 3 == 0).flush().put(i -> i % 11 == 0).flush();
    }

    @Override
    void deletes(Steps steps) {
      steps.deleteRange(3, 12).put(i -> i == 7).flush();
    }
  },

  /** A table is being rewritten for its dead entries when more of it dies. */
  GARBAGE_REWRITE {
    @Override
    void setUp(Steps steps) {
      steps.load(KEYS).compact().hold().delete(i -> i % 2 == 0).flush();
      steps.add(Op.RunHeld.whole(Kind.DELETES));
    }

    @Override
    void deletes(Steps steps) {
      steps.delete(i -> i % 3 == 0).flush();
    }

    @Override
    double garbageShare() {
      return 0.2;
    }
  },

  /**
   * Tables are moved a level down, by an edit alone, one after the other, when some of them dies.
   */
  MOVE {
    @Override
    void setUp(Steps steps) {
      steps.hold().load(2 * DEEP_KEYS).flush();
      IntStream.range(1, TABLES).forEach(own -> steps.put(i -> i == own).flush());
      steps.add(Op.RunHeld.whole(Kind.COMPACTION));
    }

    @Override
    void deletes(Steps steps) {
      steps.delete(i -> i % 20 == 0).flush(); // so few that no table is rewritten for them
    }
  };

  /** Tables of level 0 that make a compaction due. */
  private static final int TABLES = 4;

  private static final int KEYS = 24;

  /** So many that level 1 overflows. */
  private static final int DEEP_KEYS = 400;

  private static final int ENOUGH_RUNS = 20;

  private static void runAll(Steps steps) {
    for (int i = 0; i < ENOUGH_RUNS; i++) {
      steps.add(Op.RunHeld.whole(Kind.COMPACTION));
    }
  }

  abstract void setUp(Steps steps);

  void lastTables(Steps steps) {}

  void deletes(Steps steps) {}

  /** What happens before the job in the middle. */
  List<Op> beforeTheOther() {
    return List.of();
  }

  double garbageShare() {
    return 1;
  }

  /** Whether there are many keys and levels. */
  boolean isDeep() {
    return this == PUT_AGAIN_ABOVE_A_SNAPSHOT || this == MOVE;
  }
}
