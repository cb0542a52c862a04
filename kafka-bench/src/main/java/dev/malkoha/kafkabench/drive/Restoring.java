package dev.malkoha.kafkabench.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;

/** Fills a store from a changelog, which holds each key once in random order. */
final class Restoring {

  /** As many records as a restore consumer hands over at a time. */
  private static final int BATCH = 1000;

  private static final int TIMESTAMP_BYTES = Long.BYTES;

  private final Drive drive;
  private final long entries;

  Restoring(Drive drive, long entries) {
    this.drive = drive;
    this.entries = entries;
  }

  /** The nanoseconds from the first batch until the store has been committed and found whole. */
  long run() {
    DriveContext task = drive.task(0);
    TimestampedKeyValueStore<Bytes, byte[]> store = drive.keyValues(task, "restored");
    RecordBatchingStateRestoreCallback restore = task.restore("restored");
    long nanos = 0;
    for (long done = 0; done < entries; done += BATCH) {
      List<ConsumerRecord<byte[], byte[]>> batch = batch(done);
      long begin = System.nanoTime();
      restore.restoreBatch(batch);
      nanos += System.nanoTime() - begin;
    }
    long begin = System.nanoTime();
    drive.commit(task, store, entries);
    if (store.get(Drive.key(scattered(entries - 1))) == null) {
      throw new IllegalStateException("the last entry of the changelog was not restored");
    }
    return nanos + System.nanoTime() - begin;
  }

  private List<ConsumerRecord<byte[], byte[]>> batch(long from) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>(BATCH);
    for (long i = from; i < Math.min(entries, from + BATCH); i++) {
      byte[] key = Drive.key(scattered(i)).get();
      byte[] plain = drive.value();
      byte[] value = new byte[TIMESTAMP_BYTES + plain.length];
      System.arraycopy(plain, 0, value, TIMESTAMP_BYTES, plain.length);
      batch.add(
          new ConsumerRecord<>(
              "restored-changelog",
              0,
              i,
              i,
              TimestampType.CREATE_TIME,
              key.length,
              value.length,
              key,
              value,
              new RecordHeaders(),
              Optional.empty()));
    }
    return batch;
  }

  /** Another number below 2^32 for each. */
  private static long scattered(long number) {
    return (number * 2_654_435_761L) & 0xFFFF_FFFFL;
  }
}
