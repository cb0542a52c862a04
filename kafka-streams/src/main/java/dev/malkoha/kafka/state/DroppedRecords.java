package dev.malkoha.kafka.state;

import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ProcessorContextUtils;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The records that a store does not take since they are too old, as the task's metric has them. */
public final class DroppedRecords {

  private static final Logger LOG = LoggerFactory.getLogger(DroppedRecords.class);

  private final String store;
  private final Sensor sensor;
  private boolean warned;

  private DroppedRecords(String store, Sensor sensor) {
    this.store = store;
    this.sensor = sensor;
  }

  /** The counter of a store's task. */
  public static DroppedRecords of(String store, StateStoreContext context) {
    return new DroppedRecords(
        store,
        TaskMetrics.droppedRecordsSensor(
            Thread.currentThread().getName(),
            context.taskId().toString(),
            ProcessorContextUtils.metricsImpl(context)));
  }

  /** Counts one, and the first time says so in the log. */
  public void count(long recordTime, long oldestTime) {
    sensor.record();
    if (!warned) {
      warned = true;
      LOG.warn(
          "The state store {} drops records that are too old: one has the time {}, and what is kept"
              + " begins at {}. See the metric dropped-records-total",
          store,
          recordTime,
          oldestTime);
    }
  }
}
