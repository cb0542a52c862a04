package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The data of one open state store, a {@link Db} in a directory of its own, and the {@link Ledger}
 * that goes with it.
 *
 * <p>Each commit is a mark of the engine. An opening shows what the last one has left, and nothing
 * that was written after it.
 *
 * <p>One thread writes, any number may read. All methods throw {@link
 * org.apache.kafka.streams.errors.InvalidStateStoreException} after {@link #close}, as do iterators
 * that are still open then, and a {@link org.apache.kafka.streams.errors.ProcessorStateException}
 * where the disk or its contents fail.
 */
public final class StateDb implements StateReads, AutoCloseable {

  /** The first part of the tag that names the store in its metrics. */
  public static final String METRICS_SCOPE = "malkoha";

  /** Kafka's name. Its releases before 4.4 do not know it, so with them it says nothing. */
  private static final String TRANSACTIONAL = "enable.transactional.statestores";

  /** Opens a store of the engine. */
  public interface Opener {
    Db open(Path directory, DbOptions options);
  }

  private final ProcessResources resources;
  private final Db db;
  private final Ledger ledger;
  private final Commits commits;
  private final StateErrors errors;
  private final StateReads committed;
  private final boolean isTransactional;

  private volatile boolean open = true;

  private StateDb(StateStoreContext context, ProcessResources resources, Db db, String name) {
    this.resources = resources;
    this.db = db;
    errors = new StateErrors(name, resources.config());
    committed = new CommittedReads(this, db, errors);
    isTransactional =
        Isolation.isKnown()
            && Boolean.parseBoolean(String.valueOf(context.appConfigs().get(TRANSACTIONAL)));
    ledger = new Ledger(db);
    commits = new Commits(context, resources, ledger, errors, isTransactional);
  }

  /**
   * Opens the state store of a name in the task's directory, or creates it.
   *
   * @throws org.apache.kafka.common.config.ConfigException if the application's configuration is of
   *     no use
   */
  public static StateDb open(String name, StateStoreContext context, Opener opener) {
    StoreConfig config = StoreConfig.of(context.appConfigs());
    ProcessResources resources = ProcessResources.acquire(config);
    try {
      Path directory = context.stateDir().toPath().resolve(name);
      return open(name, context, resources, opener.open(directory, config.options(resources)));
    } catch (DbException e) {
      resources.release();
      throw new StateErrors(name, config).failed("open in " + context.stateDir(), e);
    } catch (Throwable e) {
      resources.release();
      throw e;
    }
  }

  private static StateDb open(
      String name, StateStoreContext context, ProcessResources resources, Db db) {
    try {
      return new StateDb(context, resources, db, name);
    } catch (Throwable e) {
      db.close();
      throw e;
    }
  }

  Db db() {
    return db;
  }

  ProcessResources resources() {
    return resources;
  }

  /** Bytes to write at once where more might be. */
  long partBytes() {
    return resources.config().partBytes();
  }

  /**
   * The reads of an isolation level. Only transactional stores tell the levels apart: so do Kafka's
   * own.
   */
  public StateReads at(IsolationLevel level) {
    return isTransactional && level == IsolationLevel.READ_COMMITTED ? committed : this;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /** What of the data is committed. */
  Commits commits() {
    return commits;
  }

  /** How far in the input the data is; changes with each write. */
  public Position position() {
    return commits.position();
  }

  /** How far in the input that is what an isolation level shows. */
  Position position(IsolationLevel level) {
    return at(level) == this ? position() : reading(ledger::positionAtMark);
  }

  /** The offset that was last committed for a partition; null if there is none. */
  public @Nullable Long committedOffset(TopicPartition partition) {
    return reading(() -> ledger.offset(partition));
  }

  /** The stream time as of the last commit; null if there is none. */
  public @Nullable Long streamTime() {
    return reading(ledger::streamTime);
  }

  /**
   * Says what format the data is to have; data of an older one is converted.
   *
   * @throws org.apache.kafka.streams.errors.ProcessorStateException if it has another one that
   *     cannot be converted
   */
  public void useFormat(DataFormat format) {
    errors.writing(() -> new Conversion(db, ledger).to(format));
  }

  /**
   * Says how long the segments are that keys begin with; if they had another length, the keys are
   * changed.
   *
   * @param moved the key that an entry has now, by the one it has
   */
  public void useSegments(long segmentMs, UnaryOperator<byte[]> moved) {
    errors.writing(() -> new Resegmentation(db, ledger, moved).to(segmentMs));
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try { // as reading, but this is done more often than all else
      return db.get(key);
    } catch (IllegalStateException e) {
      throw errors.closed(e);
    } catch (DbException e) {
      throw errors.failed("read", e);
    }
  }

  @Override
  public long estimate() {
    return reading(() -> db.estimate(KeyRange.all()));
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> entries(KeyRange range, boolean forward) {
    return reading(() -> new EntryIterator(db.scan(range), forward, errors));
  }

  @Override
  public Cursor scan(KeyRange range) {
    return reading(() -> db.scan(range));
  }

  /** The least key there is; null if there is none. */
  public byte @Nullable [] firstKey() {
    return key(reading(db::first));
  }

  /** The greatest key there is; null if there is none. */
  public byte @Nullable [] lastKey() {
    return key(reading(db::last));
  }

  private static byte @Nullable [] key(@Nullable Entry entry) {
    return entry == null ? null : entry.key();
  }

  /** Sets the value of a key, or removes it where the value is null. */
  public void put(byte[] key, byte @Nullable [] value) {
    long bytes = 1L + key.length + (value == null ? 0 : value.length);
    commits.write(() -> put(db, key, value), bytes);
  }

  private static void put(Db db, byte[] key, byte @Nullable [] value) {
    if (value == null) {
      db.delete(key);
    } else {
      db.put(key, value);
    }
  }

  /** Adds to a batch that a key has a value, or is removed where the value is null. */
  public static WriteBatch put(WriteBatch batch, byte[] key, byte @Nullable [] value) {
    return value == null ? batch.delete(key) : batch.put(key, value);
  }

  /**
   * Sets the values of keys, or removes them where the value is null: in one batch, or where they
   * are too large for it in several.
   */
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    for (List<KeyValue<Bytes, byte[]>> part : Parts.of(entries, partBytes(), StateDb::bytes)) {
      WriteBatch batch = new WriteBatch();
      errors.writing(() -> part.forEach(entry -> put(batch, entry.key.get(), entry.value)));
      write(batch);
    }
  }

  private static long bytes(KeyValue<Bytes, byte[]> entry) {
    return entry.key.get().length + (entry.value == null ? 0L : entry.value.length);
  }

  /** Writes what the present record leads to: all of it or nothing. */
  public void write(WriteBatch batch) {
    commits.write(() -> db.write(batch), batch.sizeBytes());
  }

  /** Notes that the present record leads to nothing. */
  public void pass() {
    commits.write(() -> {}, 0);
  }

  /** Writes a part of what changelog records lead to; more of the same batch follows. */
  public void restorePart(WriteBatch part) {
    errors.writing(() -> db.write(part));
  }

  @Override
  public <T extends @Nullable Object> T reading(Supplier<T> read) {
    return errors.reading(read);
  }

  /** Closes it, and all iterators. The second time does nothing. */
  @Override
  public synchronized void close() {
    if (!open) {
      return;
    }
    open = false;
    try (Release _ = resources::release) {
      db.close();
    } catch (DbException e) {
      throw errors.failed("close", e);
    }
  }

  /** The work after the closing; it does not hide why that failed. */
  private interface Release extends AutoCloseable {
    @Override
    void close();
  }
}
