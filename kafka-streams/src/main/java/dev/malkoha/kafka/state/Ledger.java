package dev.malkoha.kafka.state;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.WriteBatch;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.PositionSerde;
import org.jspecify.annotations.Nullable;

/**
 * What a state store says of its data, in a keyspace beside it: the changelog offsets that were
 * committed, the position in the input, the stream time, and whether openings show data that no
 * commit has covered; and what format the data has. It is written in the batches that it speaks of.
 */
final class Ledger {

  private static final String KEYSPACE = "kafka";
  private static final String OFFSET = "offset/";
  private static final byte[] POSITION = bytes("position");
  private static final byte[] STREAM_TIME = bytes("stream-time");
  private static final byte[] UNCOMMITTED = bytes("uncommitted");
  private static final byte[] FORMAT = bytes("format");
  private static final byte[] CONVERSION = bytes("conversion");
  private static final byte[] SEGMENT_MS = bytes("segment-ms");

  /** Log that might fill a memtable twice is kept for it: so for one that never is, a small one. */
  private static final KeyspaceOptions OPTIONS =
      KeyspaceOptions.builder().memTableBytes(64 << 10).build();

  private static final byte[] NOTHING = new byte[0];

  private final Db db;
  private final Keyspace entries;

  Ledger(Db db) {
    this.db = db;
    entries = db.keyspace(KEYSPACE, OPTIONS);
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] offsetKey(TopicPartition partition) {
    return bytes(OFFSET + partition);
  }

  /** The offset that was last committed for a partition; null if there is none. */
  @Nullable Long offset(TopicPartition partition) {
    return number(offsetKey(partition));
  }

  private @Nullable Long number(byte[] key) {
    byte[] value = entries.get(key);
    if (value == null) {
      return null;
    }
    if (value.length != Long.BYTES) {
      throw new ProcessorStateException(
          "the number "
              + new String(key, StandardCharsets.UTF_8)
              + " of a state store has "
              + value.length
              + " bytes in place of 8");
    }
    return ByteBuffer.wrap(value).getLong();
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** The stream time as of the last commit; null if there is none. */
  @Nullable Long streamTime() {
    return number(STREAM_TIME);
  }

  /** The position as of the last commit, or of the one that is being written. */
  Position position() {
    return position(entries.get(POSITION));
  }

  /** The position as of the last mark: what is read at that one or a later one is as far. */
  Position positionAtMark() {
    try (Snapshot mark = db.snapshotAtLastMark()) {
      return position(mark.in(entries).get(POSITION));
    }
  }

  private static Position position(byte @Nullable [] value) {
    try {
      return value == null
          ? Position.emptyPosition()
          : PositionSerde.deserialize(ByteBuffer.wrap(value));
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new ProcessorStateException("the position of a state store cannot be read", e);
    }
  }

  /** Writes a batch that openings take back until a mark covers it. */
  void write(WriteBatch batch) {
    db.write(batch);
  }

  /**
   * Writes a batch that no opening takes back, nor anything that was written before it. It is not
   * forced.
   */
  void keep(WriteBatch batch) {
    db.write(batch, Durability.PROCESS);
    db.mark(NOTHING, Durability.PROCESS);
  }

  /** Removes all data, and all that was said of it. */
  void clear() {
    WriteBatch batch = new WriteBatch().deleteRange(KeyRange.all());
    batch.in(entries).deleteRange(KeyRange.all());
    keep(batch);
  }

  /** Whether there is data of after the last commit that openings show all the same. */
  boolean isUncommitted() {
    return entries.contains(UNCOMMITTED);
  }

  /** Adds to a batch that openings show data which no commit covers. */
  void markUncommitted(WriteBatch batch) {
    batch.in(entries).put(UNCOMMITTED, NOTHING);
  }

  /** Whether there never was a commit, nor anything written. */
  boolean isEmpty() {
    return !entries.contains(POSITION) && !isUncommitted();
  }

  /** The format of the data, or of that before the conversion that goes on; null if it has none. */
  byte @Nullable [] format() {
    return entries.get(FORMAT);
  }

  /** Adds to a batch that all data has a format. */
  void setFormat(WriteBatch batch, byte[] format) {
    batch.in(entries).put(FORMAT, format).delete(CONVERSION);
  }

  /** How far the conversion to another format has come; null if none goes on. */
  byte @Nullable [] conversion() {
    return entries.get(CONVERSION);
  }

  /** Adds to a batch how far a conversion has come with it. */
  void setConversion(WriteBatch batch, byte[] progress) {
    batch.in(entries).put(CONVERSION, progress);
  }

  /**
   * How long the segments are that keys begin with; null if not all say the same, or there are
   * none.
   */
  @Nullable Long segmentMs() {
    return number(SEGMENT_MS);
  }

  /** Adds to a batch how long the segments are; null where keys begin to be changed. */
  void setSegmentMs(WriteBatch batch, @Nullable Long segmentMs) {
    if (segmentMs == null) {
      batch.in(entries).delete(SEGMENT_MS);
    } else {
      batch.in(entries).put(SEGMENT_MS, bytes(segmentMs));
    }
  }

  /** Whether a commit of these offsets would change none. */
  boolean isCommitted(Map<TopicPartition, Long> offsets) {
    return offsets.isEmpty()
        ? entries.count(KeyRange.prefix(bytes(OFFSET))) == 0
        : offsets.entrySet().stream()
            .allMatch(o -> Objects.equals(offset(o.getKey()), o.getValue()));
  }

  /**
   * Adds a commit to a batch.
   *
   * @param offsets null for partitions whose offset is to be forgotten; empty to forget all
   * @param streamTime null where the data has none
   */
  void commit(
      WriteBatch batch,
      Map<TopicPartition, Long> offsets,
      Position position,
      @Nullable Long streamTime) {
    WriteBatch said = batch.in(entries);
    if (offsets.isEmpty()) {
      said.deleteRange(KeyRange.prefix(bytes(OFFSET)));
    }
    offsets.forEach((partition, offset) -> commit(said, partition, offset));
    said.put(POSITION, PositionSerde.serialize(position).array());
    if (streamTime != null) {
      said.put(STREAM_TIME, bytes(streamTime));
    }
  }

  /** Adds to a batch that all data is covered by the commit in it. */
  void cover(WriteBatch batch) {
    batch.in(entries).delete(UNCOMMITTED);
  }

  private static void commit(WriteBatch said, TopicPartition partition, @Nullable Long offset) {
    byte[] key = offsetKey(partition);
    if (offset == null) {
      said.delete(key);
    } else {
      said.put(key, bytes(offset));
    }
  }
}
