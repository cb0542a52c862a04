package dev.malkoha.kafkabench.drive;

import dev.malkoha.kafkabench.measure.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;

/** Fills a store from its changelog. */
final class Restoring {

  /** As many records as a restore consumer hands over at a time. */
  private static final int BATCH = 1000;

  /** As many records are looked for at the end. */
  private static final int LOOKED_AT = 1000;

  private final Drive drive;
  private final DriveContext task;
  private final Changelog changelog;
  private final long records;

  Restoring(Drive drive, Part part, long records) {
    this.drive = drive;
    this.records = records;
    task = drive.task(0);
    changelog =
        switch (part) {
          case RESTORE -> Changelog.ofKeyValues(drive, task);
          case RESTORE_WINDOWS -> Changelog.ofWindows(drive, task, records);
          case RESTORE_SESSIONS -> Changelog.ofSessions(drive, task, records);
          case RESTORE_VERSIONS -> Changelog.ofVersions(drive, task, records);
          default -> throw new IllegalArgumentException(part.label() + " restores nothing");
        };
  }

  /** The nanoseconds in which the store takes all batches, is committed and asked once. */
  long run() {
    RecordBatchingStateRestoreCallback restore = task.restore(changelog.store().name());
    long nanos = 0;
    for (long done = 0; done < records; done += BATCH) {
      List<ConsumerRecord<byte[], byte[]>> batch = batch(done);
      long begin = System.nanoTime();
      restore.restoreBatch(batch);
      nanos += System.nanoTime() - begin;
    }
    long begin = System.nanoTime();
    drive.commit(task, changelog.store(), records);
    requireRestored(records - 1);
    nanos += System.nanoTime() - begin;
    for (long record = 0; record < records; record += 1 + records / LOOKED_AT) {
      requireRestored(record);
    }
    return nanos;
  }

  private void requireRestored(long record) {
    if (!changelog.isThere().test(record)) {
      throw new IllegalStateException("record " + record + " was not restored");
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> batch(long from) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>(BATCH);
    for (long i = from; i < Math.min(records, from + BATCH); i++) {
      byte[] key = changelog.key().apply(i);
      byte[] value = changelog.value().apply(i);
      batch.add(
          new ConsumerRecord<>(
              changelog.store().name() + "-changelog",
              0,
              i,
              changelog.time().applyAsLong(i),
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
}
