package dev.malkoha.engine.model;

import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.storage.sim.CrashState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One operation of a history: data that a {@link Subject} carries out and checks. */
sealed interface Op {

  /** Carries it out. */
  void on(Subject subject);

  /** Writes. */
  record Write(Change change) implements Op {
    @Override
    public void on(Subject subject) {
      subject.write(change);
    }
  }

  /** Writes in a transaction. */
  record Commit(Change change) implements Op {
    @Override
    public void on(Subject subject) {
      subject.commit(change);
    }
  }

  /** Reads, modifies and writes a key, in such a way. */
  record Modify(Way way, Bytes key, Bytes value) implements Op {

    enum Way {
      PUT_IF_ABSENT,
      SET_WHAT_IT_IS,
      SET_WHAT_IT_IS_NOT,
      REMOVE_WHAT_IT_IS,
      UPDATE,
      UPDATE_AWAY
    }

    @Override
    public void on(Subject subject) {
      subject.modify(this);
    }
  }

  /**
   * Ingests entries, in an order of which a key's last one counts.
   *
   * @param asFile whether a table writer makes a file of them first
   */
  record Ingest(List<Map.Entry<Bytes, Bytes>> entries, boolean asFile) implements Op {
    @Override
    public void on(Subject subject) {
      subject.ingest(entries, asFile);
    }
  }

  /**
   * Does something in a keyspace, if it is there; what is not done in one is of the default one.
   */
  record In(String keyspace, Op operation) implements Op {
    @Override
    public void on(Subject subject) {
      subject.in(keyspace, operation);
    }
  }

  /** Makes a keyspace with the options of the set so many places on, or gives it these. */
  record SetKeyspace(String keyspace, int places) implements Op {
    @Override
    public void on(Subject subject) {
      subject.setKeyspace(keyspace, places);
    }
  }

  /** Drops a keyspace, if it is there. */
  record DropKeyspace(String keyspace) implements Op {
    @Override
    public void on(Subject subject) {
      subject.dropKeyspace(keyspace);
    }
  }

  /** Closes and opens, naming a keyspace with the options of the set so many places on. */
  record ReopenNaming(String keyspace, int places) implements Op {
    @Override
    public void on(Subject subject) {
      subject.reopenNaming(keyspace, places);
    }
  }

  /** Gets, by a snapshot if there is one of this index. */
  record Get(Bytes key, int snapshot) implements Op {
    @Override
    public void on(Subject subject) {
      subject.get(key, snapshot);
    }
  }

  /** Asks all that can be asked about some keys at once, about their neighbours and a range. */
  record AskAll(List<Bytes> keys, Range range, int snapshot) implements Op {
    @Override
    public void on(Subject subject) {
      subject.askAll(keys, range, snapshot);
    }
  }

  /** Deletes a range that may be open, alone or by a batch. */
  record DeleteRange(Range range, boolean batch) implements Op {
    @Override
    public void on(Subject subject) {
      subject.deleteRange(range, batch);
    }
  }

  /** Scans with one cursor from its opening to its end. */
  record Scan(Range range, int snapshot, List<Move> moves) implements Op {
    @Override
    public void on(Subject subject) {
      subject.scan(range, snapshot, moves);
    }
  }

  /** Opens a cursor that stays. */
  record OpenCursor(Range range, int snapshot) implements Op {
    @Override
    public void on(Subject subject) {
      subject.openCursor(range, snapshot);
    }
  }

  /** Moves a cursor that stayed, and closes it perhaps. */
  record MoveCursor(int cursor, List<Move> moves, boolean close) implements Op {
    @Override
    public void on(Subject subject) {
      subject.moveCursor(cursor, moves, close);
    }
  }

  /** Takes a snapshot. */
  record TakeSnapshot() implements Op {
    @Override
    public void on(Subject subject) {
      subject.takeSnapshot();
    }
  }

  /** Closes a snapshot. */
  record CloseSnapshot(int snapshot) implements Op {
    @Override
    public void on(Subject subject) {
      subject.closeSnapshot(snapshot);
    }
  }

  /** Flushes or compacts all keyspaces, or in one that one, or waits for what runs. */
  enum Upkeep implements Op {
    FLUSH,
    COMPACT,
    AWAIT_IDLE;

    @Override
    public void on(Subject subject) {
      subject.upkeep(this);
    }
  }

  /** From now on compactions and deletes wait until they are run, or no longer. */
  enum Holding implements Op {
    HOLD,
    LET_GO;

    @Override
    public void on(Subject subject) {
      subject.hold(this == HOLD);
    }
  }

  /**
   * Runs a compaction or a delete job that waits, and something else in the middle of it: before
   * the call to a table's file after so many.
   */
  record RunHeld(HeldWork.Kind work, When when, int calls, List<Op> meanwhile) implements Op {
    /** Runs it with nothing in the middle. */
    static RunHeld whole(HeldWork.Kind work) {
      return new RunHeld(work, When.TABLE_READ, Integer.MAX_VALUE, List.of());
    }

    @Override
    public void on(Subject subject) {
      subject.runHeld(work, when, calls, meanwhile);
    }
  }

  /** Flushes a keyspace, and does something before one of the calls that write its table. */
  record Flush(int calls, List<Op> meanwhile) implements Op {
    @Override
    public void on(Subject subject) {
      subject.flush(calls, meanwhile);
    }
  }

  /** Closes and opens, with the option set so many places on. */
  record Reopen(int places) implements Op {
    @Override
    public void on(Subject subject) {
      subject.reopen(places);
    }
  }

  /** Kills the process and opens what is left. */
  record Kill() implements Op {
    @Override
    public void on(Subject subject) {
      subject.kill();
    }
  }

  /** Writes with SYNC, cuts the power and opens what is left. */
  record PowerCut(Change sync, CrashState how, long seed) implements Op {
    @Override
    public void on(Subject subject) {
      subject.powerCut(sync, how, seed);
    }
  }

  /** A move of a cursor; only seeks have a target. */
  record Move(Kind kind, Optional<Bytes> target) {

    enum Kind {
      NEXT,
      PREV,
      FIRST,
      LAST,
      SEEK,
      SEEK_FOR_PREV
    }

    @Override
    public String toString() {
      return kind + target.map(key -> " " + key).orElse("");
    }
  }
}
