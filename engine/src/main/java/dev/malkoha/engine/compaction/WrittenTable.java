package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.TableMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that a job has written.
 *
 * @param meta what the manifest will say of it
 * @param tombstones the ordinals of its deletes, if they are few; else null
 * @param crc the CRC-32C of all bytes of its file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WrittenTable(TableMeta meta, long @Nullable [] tombstones, int crc) {

  /** The same table with all entries under one sequence number, which the file does not say. */
  public WrittenTable numbered(long sequence) {
    return new WrittenTable(meta.numbered(sequence), tombstones, crc);
  }

  /** Adds to an edit that the table joins a level. */
  public void addTo(List<EditEntry> edit, int level) {
    edit.add(new EditEntry.AddTable(level, meta));
    edit.add(new EditEntry.Checksum(meta.number(), crc));
  }
}
