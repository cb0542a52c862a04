package dev.malkoha.kafka.versioned;

import java.util.Iterator;
import java.util.List;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;

/** Versions that were gathered before; nothing of the store is held for it. */
record VersionIterator(Iterator<VersionedRecord<byte[]>> versions)
    implements VersionedRecordIterator<byte[]> {

  VersionIterator(List<VersionedRecord<byte[]>> versions) {
    this(versions.iterator());
  }

  @Override
  public boolean hasNext() {
    return versions.hasNext();
  }

  @Override
  public VersionedRecord<byte[]> next() {
    return versions.next();
  }

  @Override
  public void close() {}
}
