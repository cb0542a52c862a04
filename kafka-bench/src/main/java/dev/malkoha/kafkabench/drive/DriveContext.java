package dev.malkoha.kafkabench.drive;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.To;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.AbstractProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.processor.internals.StateManager;
import org.apache.kafka.streams.processor.internals.StateRestoreCallbackAdapter;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.apache.kafka.streams.processor.internals.Task.TaskType;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.ThreadCache;
import org.apache.kafka.streams.state.internals.ThreadCache.DirtyEntryFlushListener;

/**
 * The context of a task, as its stores see it: where they lie, and which record is being processed.
 * It forwards nothing and schedules nothing.
 */
final class DriveContext extends AbstractProcessorContext<Object, Object> {

  private static final String TOPIC = "input";

  private final File directory;
  private final Map<String, RecordBatchingStateRestoreCallback> restores = new HashMap<>();

  private DriveContext(StreamsConfig config, TaskId task, File directory) {
    super(task, config, new StreamsMetricsImpl(new Metrics(), "drive", Time.SYSTEM), null);
    this.directory = directory;
  }

  /** The context of a task that keeps its stores in a directory. */
  static DriveContext of(Properties settings, int partition, File directory) {
    return new DriveContext(new StreamsConfig(settings), new TaskId(0, partition), directory);
  }

  /** The record that is being processed from now on. */
  void at(long offset, long time) {
    setRecordContext(
        new ProcessorRecordContext(time, offset, taskId().partition(), TOPIC, new RecordHeaders()));
    setSystemTimeMs(time);
  }

  /** The receiver of the changelog of a store. */
  RecordBatchingStateRestoreCallback restore(String store) {
    RecordBatchingStateRestoreCallback restore = restores.get(store);
    if (restore == null) {
      throw new IllegalArgumentException("no store " + store + " has been opened");
    }
    return restore;
  }

  @Override
  public void register(StateStore store, StateRestoreCallback restore) {
    restores.put(store.name(), StateRestoreCallbackAdapter.adapt(restore));
  }

  @Override
  public void register(StateStore store, StateRestoreCallback restore, CommitCallback commit) {
    register(store, restore);
  }

  @Override
  public File stateDir() {
    return directory;
  }

  @Override
  public String changelogFor(String store) {
    return store + "-changelog";
  }

  @Override
  public TaskType taskType() {
    return TaskType.ACTIVE;
  }

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("stores are driven alone: there is no topology");
  }

  @Override
  protected StateManager stateManager() {
    throw none();
  }

  @Override
  public void transitionToActive(StreamTask task, RecordCollector collector, ThreadCache cache) {
    throw none();
  }

  @Override
  public void transitionToStandby(ThreadCache cache) {
    throw none();
  }

  @Override
  public void registerCacheFlushListener(String name, DirtyEntryFlushListener listener) {
    throw none();
  }

  @Override
  public void logChange(
      String store, Bytes key, byte[] value, long time, Headers headers, Position position) {
    throw none();
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public <S extends StateStore> S getStateStore(String name) {
    throw none();
  }

  @Override
  public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
    throw none();
  }

  @Override
  public Cancellable schedule(
      Instant start, Duration interval, PunctuationType type, Punctuator callback) {
    throw none();
  }

  @Override
  public <K, V> void forward(K key, V value) {
    throw none();
  }

  @Override
  public <K, V> void forward(K key, V value, To to) {
    throw none();
  }

  @Override
  public <K, V> void forward(Record<K, V> record) {
    throw none();
  }

  @Override
  public <K, V> void forward(Record<K, V> record, String child) {
    throw none();
  }

  @Override
  public <K, V> void forward(FixedKeyRecord<K, V> record) {
    throw none();
  }

  @Override
  public <K, V> void forward(FixedKeyRecord<K, V> record, String child) {
    throw none();
  }

  @Override
  public void commit() {
    throw none();
  }

  @Override
  public long currentStreamTimeMs() {
    return timestamp();
  }
}
