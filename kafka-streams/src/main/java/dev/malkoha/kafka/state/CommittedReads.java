package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Reads of what the last commit has left, beside writes that are not committed. Each read is of the
 * commit that is the last one by then; iterators and cursors stay at theirs.
 */
record CommittedReads(StateDb data, Db db, StateErrors errors) implements StateReads {

  /** Reads at the mark of the last commit. Cursors hold what they see by themselves. */
  private <T extends @Nullable Object> T atMark(Function<Snapshot, T> read) {
    return reading(
        () -> {
          try (Snapshot mark = db.snapshotAtLastMark()) {
            return read.apply(mark);
          }
        });
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return this.<byte @Nullable []>atMark(mark -> mark.get(key));
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> entries(KeyRange range, boolean forward) {
    return new EntryIterator(scan(range), forward, errors);
  }

  @Override
  public Cursor scan(KeyRange range) {
    return atMark(mark -> mark.scan(range));
  }

  @Override
  public long estimate() {
    return data.estimate();
  }

  @Override
  public <T extends @Nullable Object> T reading(Supplier<T> read) {
    return errors.reading(read);
  }

  @Override
  public boolean isOpen() {
    return data.isOpen();
  }
}
