package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A preallocated file that holds one segment after another. It has one owner at a time (the pool,
 * or the segment that lives in it), who passes it on under a lock.
 */
public final class Slot {

  private final long number;
  private final String name;
  private final long size;
  private @Nullable MappedFile mapping;

  /** A slot that lies in the directory. */
  Slot(long number, long size) {
    this.number = number;
    this.name = LogFormat.name(number);
    this.size = size;
  }

  /** Makes a new slot, zero-filled and named durably once the directory is forced. */
  static Slot allocate(Directory directory, long number, long size) throws IOException {
    Slot slot = new Slot(number, size);
    slot.mapping = directory.allocate(slot.name, size);
    return slot;
  }

  long number() {
    return number;
  }

  public String name() {
    return name;
  }

  long size() {
    return size;
  }

  /** The file, mapped now if it was not. */
  MappedFile map(Directory directory) throws IOException {
    MappedFile mapped = mapping;
    if (mapped == null) {
      mapped = directory.map(name);
      mapping = mapped;
    }
    return mapped;
  }

  /** Whether it is in memory. */
  boolean isMapped() {
    return mapping != null;
  }

  void unmap() throws IOException {
    MappedFile mapped = mapping;
    mapping = null;
    if (mapped != null) {
      mapped.close();
    }
  }
}
