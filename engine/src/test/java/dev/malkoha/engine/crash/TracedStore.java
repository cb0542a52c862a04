package dev.malkoha.engine.crash;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.Disk;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** An open store that tells an oracle what it is about to do and what it has done. */
final class TracedStore implements AutoCloseable {

  /** Little, so that what is not sorted is merged now and then. */
  private static final long INGESTION_BYTES = 4096;

  private final MeanwhileDisk disk;
  private final HeldWork work = new HeldWork();
  private final Db db;
  private final Oracle oracle;
  private final Way way;

  /** Opens a store. */
  TracedStore(Disk disk, Way way, Oracle oracle) {
    this.way = way;
    this.disk = new MeanwhileDisk(disk);
    this.db = way.open(this.disk, work.workers());
    this.oracle = oracle;
  }

  /** Writes to the keyspaces that are there. */
  void write(Change any) {
    Change change = any.among(db.keyspaces());
    oracle.begin(change, this::expiry);
    way.writing().accept(change, db);
    boolean written = !change.edits().isEmpty();
    oracle.acknowledge(written && change.isSync(db));
  }

  /** When what an edit puts expires that is made now. */
  private long expiry(Edit edit) {
    KeyspaceOptions own = edit.options(db);
    if (!edit.isPut() || (edit.lives().isEmpty() && !own.ages())) {
      return Maps.NEVER;
    }
    long now = oracle.tell(way.millis());
    Duration lives = edit.lives().orElse(own.timeToLive());
    if (!lives.isZero()) {
      return now + lives.toMillis();
    }
    byte[] value = edit.value().orElseThrow().array();
    Instant at = own.expiry().expiry(edit.key().array(), value, Instant.ofEpochMilli(now));
    return at == null ? Maps.NEVER : Math.max(1, at.toEpochMilli());
  }

  /** Ingests the puts of a change, all in one keyspace: into the default one if it is not there. */
  void ingest(Change any) {
    Change change = any.among(db.keyspaces());
    oracle.begin(change, this::expiry);
    List<Map.Entry<byte[], byte[]>> entries =
        change.edits().stream()
            .map(edit -> Map.entry(edit.key().array(), edit.value().orElseThrow().array()))
            .toList();
    db.keyspace(change.edits().getFirst().keyspace())
        .ingest(entries.iterator(), IngestOptions.ofMemory(INGESTION_BYTES));
    oracle.acknowledge(true);
  }

  void flush() {
    db.flush();
    oracle.allDurable();
  }

  /** Makes a keyspace, or gives it other options. */
  void setKeyspace(String name, KeyspaceOptions options) {
    oracle.beginToSet(name, options.toString());
    db.keyspace(name, options);
    oracle.endOfKeyspaceChange();
  }

  /** Drops a keyspace, if it is there. */
  void dropKeyspace(String name) {
    if (db.keyspaces().contains(name)) {
      oracle.beginToDrop(name);
      db.dropKeyspace(name);
      oracle.endOfKeyspaceChange();
    }
  }

  /** Flushes a keyspace, if it is there, and compacts it perhaps. */
  void flush(String name, boolean compact) {
    if (db.keyspaces().contains(name)) {
      db.keyspace(name).flush();
      oracle.flushed(name);
      if (compact) {
        db.keyspace(name).compact();
      }
    }
  }

  void compact() {
    db.compact();
    oracle.allDurable();
  }

  void awaitIdle() {
    db.awaitIdle();
  }

  /** Fails unless it holds everything acknowledged that has not expired. */
  void look() {
    Maps expected = oracle.content().at(oracle.tell(way.millis()));
    if (!content().equals(expected)) {
      throw new AssertionError("it holds " + content() + ", expected " + expected);
    }
  }

  /** A second goes by. */
  void tick() {
    work.tick();
    oracle.tick();
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

  /** Everything the store holds. */
  Maps content() {
    return content(db);
  }

  /** Everything that a store shows. */
  static Maps content(OpenStore db) {
    Maps content = new Maps();
    for (String name : db.keyspaces()) {
      if (!name.equals(Maps.DEFAULT)) { // an opening gives that one options
        content.set(name, db.keyspace(name).options().toString());
      }
      try (Cursor cursor = db.keyspace(name).scan(KeyRange.all())) {
        while (cursor.next()) {
          Instant expiry = cursor.expiry();
          long millis = expiry == null ? Maps.NEVER : expiry.toEpochMilli();
          content.add(name, Bytes.of(cursor.key()), Bytes.of(cursor.value()), millis);
        }
      }
    }
    return content;
  }

  /** Fails unless gets agree with the content. */
  void checkGets(Iterable<Bytes> keys, Maps content) {
    for (String name : content.names()) {
      checkGets(db.keyspace(name), keys, content.of(name));
    }
  }

  private static void checkGets(
      KeyValueMap map, Iterable<Bytes> keys, NavigableMap<Bytes, Bytes> content) {
    for (Bytes key : keys) {
      byte[] value = map.get(key.array());
      Bytes expected = content.get(key);
      if (value == null ? expected != null : !Bytes.of(value).equals(expected)) {
        throw new AssertionError("a get of " + key + " in " + map + " does not give " + expected);
      }
    }
  }

  @Override
  public void close() {
    db.close();
    oracle.closed();
  }
}
