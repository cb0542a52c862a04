package dev.malkoha.kafka.state;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.WriteBatch;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ChangelogRecordDeserializationHelper;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.internals.StoreQueryUtils;
import org.jspecify.annotations.Nullable;

/**
 * A state store that lies on disk: its opening and closing, offsets, position, restoring and
 * interactive queries, which are the same for all kinds. Its data is a {@link StateDb}.
 */
public abstract class PersistentStore implements StateStore {

  private final String name;
  private final StateDb.Opener opener;
  private final StoreMetrics metrics = new StoreMetrics();
  private volatile @Nullable StateDb data;
  private volatile @Nullable StateStoreContext context;
  private boolean positionsRestored;

  protected PersistentStore(String name) {
    this(name, Db::open);
  }

  /** A store whose data is opened in another way: for tests. */
  protected PersistentStore(String name, StateDb.Opener opener) {
    this.name = name;
    this.opener = opener;
  }

  @Override
  public final String name() {
    return name;
  }

  /** The data of the open store. */
  protected final StateDb data() {
    StateDb open = data;
    if (open == null) {
      throw new InvalidStateStoreException("the state store " + name + " was not opened");
    }
    return open;
  }

  /** Opens the store and has it restored. */
  @Override
  public final void init(StateStoreContext context, StateStore root) {
    this.context = context;
    StateDb opened = StateDb.open(name, context, opener);
    data = opened;
    try {
      begin(opened, context);
      RecordBatchingStateRestoreCallback restoring = this::restore;
      context.register(root, restoring);
      metrics.begin(opened, name, context); // at last: what is registered stays
    } catch (Throwable e) {
      close(e);
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // nothing is suppressed by itself
  private void close(Throwable cause) {
    try {
      close();
    } catch (RuntimeException e) {
      if (e != cause) {
        cause.addSuppressed(e);
      }
    }
  }

  private void begin(StateDb opened, StateStoreContext context) {
    opened.useFormat(DataFormat.of(kind(), this));
    positionsRestored =
        StreamsConfig.InternalConfig.getBoolean(
            context.appConfigs(),
            StreamsConfig.InternalConfig.IQ_CONSISTENCY_OFFSET_VECTOR_ENABLED,
            false);
    opened(context);
  }

  /** The kind of store that its data is of. */
  protected abstract DataFormat.Kind kind();

  /** What is read at an isolation level. */
  public final StateReads reads(IsolationLevel level) {
    return data().at(Objects.requireNonNull(level, "isolationLevel cannot be null"));
  }

  /** Called once the store is open, before it is restored. */
  protected void opened(StateStoreContext context) {}

  private void restore(Collection<ConsumerRecord<byte[], byte[]>> records) {
    StateDb open = data();
    for (List<ConsumerRecord<byte[], byte[]>> part :
        Parts.of(records, open.partBytes(), PersistentStore::bytes)) {
      restore(part, open);
    }
  }

  private static long bytes(ConsumerRecord<byte[], byte[]> entry) {
    byte[] value = entry.value();
    return entry.key().length + (value == null ? 0L : value.length);
  }

  private void restore(List<ConsumerRecord<byte[], byte[]>> part, StateDb open) {
    Position reached = Position.emptyPosition();
    for (ConsumerRecord<byte[], byte[]> entry : part) {
      ChangelogRecordDeserializationHelper.applyChecksAndUpdatePosition(
          entry, positionsRestored, reached);
    }
    WriteBatch batch = new WriteBatch();
    restore(part, batch);
    ConsumerRecord<byte[], byte[]> last = part.getLast();
    TopicPartition changelog = new TopicPartition(last.topic(), last.partition());
    open.commits().restore(batch, Map.of(changelog, last.offset()), reached, streamTime());
  }

  /**
   * Adds to a batch what changelog records lead to, in their order. Many records come in parts.
   *
   * @param records with a null value for what was removed
   */
  protected abstract void restore(
      Collection<ConsumerRecord<byte[], byte[]>> records, WriteBatch batch);

  @Override
  public final void commit(Map<TopicPartition, Long> changelogOffsets) {
    data().commits().commit(changelogOffsets, streamTime());
  }

  /** The stream time that the data is of; null for stores that have none. */
  protected @Nullable Long streamTime() {
    return null;
  }

  @Override
  public final @Nullable Long committedOffset(TopicPartition partition) {
    return data().committedOffset(partition);
  }

  @Override
  @SuppressWarnings("deprecation") // stores that do so must say so
  public final boolean managesOffsets() {
    return true;
  }

  @Override
  public final boolean persistent() {
    return true;
  }

  @Override
  public final boolean isOpen() {
    StateDb open = data;
    return open != null && open.isOpen();
  }

  @Override
  public final Position getPosition() {
    return data().position();
  }

  @Override
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    return StoreQueryUtils.handleBasicQueries(
        query, bound, config, this, data().position(Isolation.of(config)), context);
  }

  /**
   * Answers a query that Kafka Streams cannot answer by the store's own methods, if the store is
   * far enough.
   */
  protected final <R> QueryResult<R> answer(
      PositionBound bound, QueryConfig config, Supplier<R> answer) {
    long begun = System.nanoTime();
    Position position = data().position(Isolation.of(config));
    int partition = Objects.requireNonNull(context).taskId().partition();
    QueryResult<R> result;
    synchronized (position) { // no write moves it meanwhile
      result =
          StoreQueryUtils.isPermitted(position, bound, partition)
              ? QueryResult.forResult(answer.get())
              : QueryResult.notUpToBound(position, bound, partition);
      result.setPosition(position.copy());
    }
    if (config.isCollectExecutionInfo()) {
      result.addExecutionInfo(
          "Handled in " + getClass() + " in " + (System.nanoTime() - begun) + "ns");
    }
    return result;
  }

  @Override
  public final void close() {
    StateDb open = data;
    metrics.end();
    if (open != null) {
      open.close();
    }
  }
}
