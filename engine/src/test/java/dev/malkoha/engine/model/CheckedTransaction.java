package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.model.Op.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** An open transaction, what it must see, and who must be in its way. */
final class CheckedTransaction {

  private record Walk(Cursor cursor, WalkModel model, String keyspace) {}

  private final Db db;
  private final Transaction transaction;
  private final boolean serializable;

  /** What was committed so far by anybody, and is added to; those of before do not count. */
  private final List<Change> committed;

  private final int begin;
  private final Maps base;
  private final Maps view;
  private final List<Edit> edits = new ArrayList<>();
  private final List<Touched> reads = new ArrayList<>();
  private final List<Walk> walks = new ArrayList<>();

  CheckedTransaction(Db db, Maps content, List<Change> committed, boolean serializable) {
    this.db = db;
    this.serializable = serializable;
    this.transaction = serializable ? db.transaction().serializable() : db.transaction();
    this.committed = committed;
    this.begin = committed.size();
    this.base = new Maps(content);
    this.view = new Maps(content);
  }

  void get(String keyspace, Bytes key) {
    if (edits.stream().noneMatch(edit -> Touched.by(edit).contains(keyspace, key))) {
      reads.add(Touched.key(keyspace, key));
    }
    byte[] found =
        keyspace.equals(Maps.DEFAULT)
            ? transaction.get(key.array())
            : transaction.in(db.keyspace(keyspace)).get(key.array());
    Bytes expected = view.of(keyspace).get(key);
    if (found == null ? expected != null : !Bytes.of(found).equals(expected)) {
      throw new AssertionError("a get of " + key + " does not give " + expected);
    }
  }

  void write(Edit edit) {
    edits.add(edit);
    new Change(List.of(edit), Optional.empty()).applyTo(view);
    edit.addTo(transaction, db);
  }

  /** Opens a cursor that stays open. */
  void scan(String keyspace, Range range) {
    Cursor cursor =
        keyspace.equals(Maps.DEFAULT)
            ? transaction.scan(range.keyRange())
            : transaction.in(db.keyspace(keyspace)).scan(range.keyRange());
    WalkModel model = new WalkModel(() -> range.of(view.of(keyspace)), range.keyRange());
    walks.add(new Walk(cursor, model, keyspace));
  }

  int walks() {
    return walks.size();
  }

  void move(int index, List<Move> moves) {
    Walk walk = walks.get(index);
    for (Move move : moves) {
      boolean found = move(walk.cursor, move);
      walk.model.move(move, (from, to) -> reads.add(new Touched(walk.keyspace, from, to)));
      check(move, found, walk.cursor, walk.model.entry());
    }
  }

  private static boolean move(Cursor cursor, Move move) {
    return switch (move.kind()) {
      case NEXT -> cursor.next();
      case PREV -> cursor.prev();
      case FIRST -> cursor.first();
      case LAST -> cursor.last();
      case SEEK -> cursor.seek(move.target().orElseThrow().array());
      case SEEK_FOR_PREV -> cursor.seekForPrev(move.target().orElseThrow().array());
    };
  }

  private static void check(
      Move move, boolean found, Cursor cursor, Map.Entry<Bytes, Bytes> expected) {
    boolean same =
        found
            ? expected != null
                && Bytes.of(cursor.key()).equals(expected.getKey())
                && Bytes.of(cursor.value()).equals(expected.getValue())
            : expected == null;
    if (!same || cursor.valid() != found) {
      throw new AssertionError(move + " says " + found + ", expected " + expected);
    }
  }

  void closeWalk(int index) {
    Walk walk = walks.remove(index);
    walk.model.note((from, to) -> reads.add(new Touched(walk.keyspace, from, to)));
    walk.cursor.close();
  }

  void rollback() {
    transaction.rollback();
  }

  /**
   * Commits.
   *
   * @return what was written; empty after a conflict, or if nothing was
   */
  Optional<Change> commit() {
    walks.forEach(
        walk -> walk.model.note((from, to) -> reads.add(new Touched(walk.keyspace, from, to))));
    try {
      transaction.commit();
    } catch (TransactionConflictException e) {
      if (!mayConflict()) {
        throw new AssertionError("a conflict with nobody", e);
      }
      return Optional.empty();
    }
    if (mustConflict()) {
      throw new AssertionError("committed over a conflict");
    }
    return edits.isEmpty()
        ? Optional.empty()
        : Optional.of(new Change(List.copyOf(edits), Optional.empty()));
  }

  private Stream<Touched> footprint() {
    Stream<Touched> written = edits.stream().map(Touched::by);
    return serializable ? Stream.concat(written, reads.stream()) : written;
  }

  private List<Touched> byOthers() {
    return committed.subList(begin, committed.size()).stream()
        .flatMap(change -> change.edits().stream())
        .map(Touched::by)
        .toList();
  }

  /** Whether others have written to anything that it rests on. */
  private boolean mayConflict() {
    List<Touched> others = byOthers();
    return !edits.isEmpty() && footprint().anyMatch(own -> others.stream().anyMatch(own::meets));
  }

  /** Whether they have done so, and it was there before or is there now. */
  private boolean mustConflict() {
    List<Touched> others = byOthers();
    Maps now = new Maps(base);
    committed.subList(begin, committed.size()).forEach(change -> change.applyTo(now));
    return !edits.isEmpty()
        && base.names().stream().anyMatch(name -> mustConflict(name, others, now.of(name)));
  }

  private boolean mustConflict(String name, List<Touched> others, NavigableMap<Bytes, Bytes> now) {
    TreeSet<Bytes> keys = new TreeSet<>(now.keySet());
    keys.addAll(base.of(name).keySet());
    List<Touched> own = footprint().toList();
    return keys.stream()
        .anyMatch(
            key ->
                others.stream().anyMatch(other -> other.contains(name, key))
                    && own.stream().anyMatch(mine -> mine.contains(name, key)));
  }

  @Override
  public String toString() {
    return (serializable ? "serializable " : "") + "transaction of " + edits + " and " + reads;
  }
}
