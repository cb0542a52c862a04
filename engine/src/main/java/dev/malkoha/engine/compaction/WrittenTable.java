package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table that a job has written.
 *
 * @param meta what the manifest will say of it
 * @param tombstones the ordinals of its deletes, if they are few; else null
 * @param crc the CRC-32C of all bytes of its file
 * @param valueFiles those written by the same job that it points into
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WrittenTable(
    TableMeta meta, long @Nullable [] tombstones, int crc, List<ValueFileMeta> valueFiles) {

  /** The same table with all entries under one sequence number, which the file does not say. */
  public WrittenTable numbered(long sequence) {
    return new WrittenTable(meta.numbered(sequence), tombstones, crc, valueFiles);
  }

  /** Bytes that a job has written for tables: their files and, each once, value files. */
  public static long bytes(List<WrittenTable> tables) {
    Set<ValueFileMeta> files = new HashSet<>();
    long bytes = 0;
    for (WrittenTable table : tables) {
      bytes += table.meta.fileBytes();
      files.addAll(table.valueFiles);
    }
    return bytes + files.stream().mapToLong(ValueFileMeta::fileBytes).sum();
  }

  /** Adds to an edit that the table joins a level. */
  public void addTo(List<EditEntry> edit, int level) {
    valueFiles.forEach(file -> edit.add(new EditEntry.AddValueFile(file)));
    edit.add(new EditEntry.AddTable(level, meta));
    edit.add(new EditEntry.Checksum(meta.number(), crc));
  }
}
