package dev.malkoha.kafka.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.internals.StoreQueryUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(StateDb.class);

  /** Where Kafka Streams before 4.3 kept the offsets of a task's stores. */
  private static final String OFFSETS_OF_BEFORE = ".checkpoint";

  /** Kafka's name, which its releases before 4.4 do not know. */
  private static final String TRANSACTIONAL = "enable.transactional.statestores";

  /**
   * Bytes written after which a commit is waited for no longer. Without transactional stores, under
   * exactly-once, Kafka Streams commits no store while it runs; and what no mark covers is not
   * compacted.
   */
  static final long UNMARKED_MAX = 256 << 20;

  /** Opens a store of the engine. */
  public interface Opener {
    Db open(Path directory, DbOptions options);
  }

  private final StateStoreContext context;
  private final ProcessResources resources;
  private final Db db;
  private final Ledger ledger;
  private final Position position;
  private final StateErrors errors;
  private final StateReads committed;
  private final boolean isTransactional;

  /** Whether Kafka Streams may commit nothing while it runs. */
  private final boolean isRarelyCommitted;

  /** Bytes written since the last mark. */
  @GuardedBy("position")
  private long unmarked;

  /** Whether the ledger says that openings show data which no commit covers. */
  @GuardedBy("position")
  private boolean uncommitted;

  /** Whether anything was written, or the position moved, since the last commit. */
  @GuardedBy("position")
  private boolean changed;

  /** Whether any record came to this opening. */
  @GuardedBy("position")
  private boolean used;

  private volatile boolean open = true;

  private StateDb(StateStoreContext context, ProcessResources resources, Db db, String name) {
    this.context = context;
    this.resources = resources;
    this.db = db;
    errors = new StateErrors(name);
    committed = new CommittedReads(this, db, errors);
    isTransactional = Boolean.parseBoolean(String.valueOf(context.appConfigs().get(TRANSACTIONAL)));
    isRarelyCommitted = !isTransactional && isExactlyOnce(context);
    ledger = new Ledger(db);
    position = ledger.position();
    uncommitted = ledger.isUncommitted();
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
      throw new StateErrors(name).failed("open in " + context.stateDir(), e);
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

  /** Whether what is written may belong to a transaction. Of a global store it never does. */
  static boolean isExactlyOnce(StateStoreContext context) {
    return context.taskId().subtopology() >= 0
        && StreamsConfig.EXACTLY_ONCE_V2.equals(
            context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
  }

  /** Whether openings show data that no commit covers. */
  public boolean isUncommitted() {
    synchronized (position) {
      return uncommitted;
    }
  }

  /** How far in the input the data is; changes with each write. */
  public Position position() {
    return position;
  }

  /** How far in the input that is what an isolation level shows. */
  Position position(IsolationLevel level) {
    return at(level) == this ? position : reading(ledger::position);
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
   * Notes in the store that all that was written belongs to offsets, position and stream time: from
   * now on openings show it. Does nothing where no record came and the offsets are those of the
   * last commit; nor where they are of another store. Nothing is forced: a power cut may take the
   * commit with all that came after it, and writes before it only with it.
   *
   * @param offsets null for partitions whose offset is to be forgotten; empty to forget all
   * @param streamTime null where the data has none
   */
  public void commit(Map<TopicPartition, Long> offsets, @Nullable Long streamTime) {
    synchronized (position) {
      if (areOfAnotherStore(offsets) || (!changed && !uncommitted && isCommitted(offsets))) {
        return;
      }
      WriteBatch batch = new WriteBatch();
      ledger.commit(batch, offsets, position, streamTime);
      ledger.cover(batch);
      writing(() -> ledger.keep(batch));
      uncommitted = false;
      changed = false;
      unmarked = 0;
    }
  }

  private boolean isCommitted(Map<TopicPartition, Long> offsets) {
    return reading(() -> ledger.isCommitted(offsets));
  }

  /**
   * Whether offsets are not of this store. When Kafka Streams finds the file of before, it commits
   * the offsets in it first of all, and deletes it. It was written for a store of another kind,
   * which had this name before this one, or at some time since its last commit. With offsets ahead
   * of the data too little would be restored; and what is not covered by a commit is not by these.
   */
  @GuardedBy("position")
  private boolean areOfAnotherStore(Map<TopicPartition, Long> offsets) {
    boolean are =
        !used
            && offsets.values().stream().anyMatch(Objects::nonNull)
            && Files.exists(context.stateDir().toPath().resolve(OFFSETS_OF_BEFORE));
    if (are && !isCommitted(offsets)) {
      LOG.warn(
          "The state store {} takes no offsets from {}, where they are of another store: it is"
              + " restored from its own on, or as a whole if it has none",
          errors.store(),
          OFFSETS_OF_BEFORE);
    }
    return are;
  }

  /**
   * Says what format the data is to have; data of an older one is converted.
   *
   * @throws org.apache.kafka.streams.errors.ProcessorStateException if it has another one that
   *     cannot be converted
   */
  public void useFormat(DataFormat format) {
    writing(() -> new Conversion(db, ledger).to(format));
  }

  /**
   * Says how long the segments are that keys begin with; if they had another length, the keys are
   * changed.
   *
   * @param moved the key that an entry has now, by the one it has
   */
  public void useSegments(long segmentMs, UnaryOperator<byte[]> moved) {
    writing(() -> new Resegmentation(db, ledger, moved).to(segmentMs));
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
    synchronized (position) {
      writing(() -> put(db, key, value));
      wrote(1L + key.length + (value == null ? 0 : value.length));
    }
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
      writing(() -> part.forEach(entry -> put(batch, entry.key.get(), entry.value)));
      write(batch);
    }
  }

  private static long bytes(KeyValue<Bytes, byte[]> entry) {
    return entry.key.get().length + (entry.value == null ? 0L : entry.value.length);
  }

  /** Writes what the present record leads to: all of it or nothing. */
  public void write(WriteBatch batch) {
    synchronized (position) {
      writing(() -> db.write(batch));
      wrote(batch.sizeBytes());
    }
  }

  /** Notes that the present record leads to nothing. */
  public void pass() {
    synchronized (position) {
      wrote(0);
    }
  }

  @GuardedBy("position")
  private void wrote(long bytes) {
    changed = true;
    used = true;
    StoreQueryUtils.updatePosition(position, context);
    unmarked += bytes;
    if (unmarked > UNMARKED_MAX && isRarelyCommitted) {
      WriteBatch batch = new WriteBatch();
      ledger.markUncommitted(batch);
      writing(() -> ledger.keep(batch));
      uncommitted = true;
      unmarked = 0;
    }
  }

  /** Writes a part of what changelog records lead to; more of the same batch follows. */
  public void restorePart(WriteBatch part) {
    synchronized (position) {
      writing(() -> db.write(part));
    }
  }

  /**
   * Writes what changelog records lead to. They were committed before they could be read: so they
   * are committed here, too, and a crash in the middle of a restore goes on where it was.
   *
   * @param offsets that of the last record
   * @param reached how far in the input that leads
   * @param streamTime null where the data has none
   */
  void restore(
      WriteBatch batch,
      Map<TopicPartition, Long> offsets,
      Position reached,
      @Nullable Long streamTime) {
    synchronized (position) {
      if (unmarked == 0) {
        ledger.commit(batch, offsets, position.copy().merge(reached), streamTime);
        writing(() -> ledger.keep(batch));
      } else { // a mark would cover writes that no commit does
        writing(() -> db.write(batch));
      }
      changed = true;
      used = true;
      position.merge(reached);
    }
  }

  @Override
  public <T extends @Nullable Object> T reading(Supplier<T> read) {
    return errors.reading(read);
  }

  private void writing(Runnable write) {
    try {
      write.run();
    } catch (IllegalStateException e) {
      throw errors.closed(e);
    } catch (DbException e) {
      throw errors.failed("write", e);
    } catch (IllegalArgumentException e) {
      throw errors.tooLarge(resources.config(), e);
    }
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
