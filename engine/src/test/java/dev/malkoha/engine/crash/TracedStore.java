package dev.malkoha.engine.crash;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.storage.Disk;
import java.util.NavigableMap;
import java.util.TreeMap;

/** An open store that tells an oracle what it is about to do and what it has done. */
final class TracedStore implements AutoCloseable {

  private final MeanwhileDisk disk;
  private final HeldWork work = new HeldWork();
  private final Db db;
  private final Oracle oracle;

  TracedStore(Disk disk, DbOptions options, Oracle oracle) {
    this.disk = new MeanwhileDisk(disk);
    this.db = Stores.open(this.disk, options, work.workers());
    this.oracle = oracle;
  }

  void write(Change change) {
    oracle.begin(change);
    change.applyTo(db);
    boolean written = !change.edits().isEmpty();
    oracle.acknowledge(written && change.isSync(db.options().durability()));
  }

  void flush() {
    db.flush();
    oracle.allDurable();
  }

  void compact() {
    db.compact();
    oracle.allDurable();
  }

  void awaitIdle() {
    db.awaitIdle();
  }

  /** From now on compactions and delete jobs wait. */
  void hold() {
    work.hold();
  }

  /**
   * Runs a compaction or a delete job that waits, and the other one in the middle of it: before the
   * call to a table's file after so many. Then all that waits.
   */
  void interleave(Kind outer, int calls) {
    boolean compaction = outer == Kind.COMPACTION;
    disk.after(
        calls,
        compaction ? When.TABLE_WRITE : When.TABLE_READ,
        () -> work.runOne(compaction ? Kind.DELETES : Kind.COMPACTION));
    work.runOne(outer);
    disk.end();
    work.letGo();
  }

  /** Everything that a store holds when it is opened read-only; nothing where there is none. */
  static NavigableMap<Bytes, Bytes> contentReadOnly(Disk disk, DbOptions options) {
    try (Db db = Stores.openReadOnly(disk, options)) {
      return content(db);
    } catch (DbNotFoundException e) {
      return new TreeMap<>();
    }
  }

  /** Everything the store holds. */
  NavigableMap<Bytes, Bytes> content() {
    return content(db);
  }

  private static NavigableMap<Bytes, Bytes> content(Db db) {
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        content.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    return content;
  }

  /** Fails unless gets agree with the content. */
  void checkGets(Iterable<Bytes> keys, NavigableMap<Bytes, Bytes> content) {
    for (Bytes key : keys) {
      byte[] value = db.get(key.array());
      Bytes expected = content.get(key);
      if (value == null ? expected != null : !Bytes.of(value).equals(expected)) {
        throw new AssertionError("a get of " + key + " does not give " + expected);
      }
    }
  }

  @Override
  public void close() {
    db.close();
    oracle.allDurable();
  }
}
