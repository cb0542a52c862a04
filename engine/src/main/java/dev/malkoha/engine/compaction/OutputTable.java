package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.compaction.TableFiles.SummedFile;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Expiries;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableBuilder;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/** One table being written, and what the manifest will say of it. */
public final class OutputTable implements Closeable {

  /** The most deletes whose places are remembered, at 8 bytes each. */
  private static final int TOMBSTONES_KNOWN = 1 << 16;

  private final SummedFile file;
  private final TableBuilder builder;
  private final long number;
  private final TableNote note;
  private long tombstones;

  /** The places of the first deletes. With more, a search may as well read the whole table. */
  private final LongStream.Builder tombstoneOrdinals = LongStream.builder();

  /** Bytes of value files that entries point to, by the file's number. */
  private final SortedMap<Long, Long> uses = new TreeMap<>();

  private final Expiries.Builder expiries = new Expiries.Builder();
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;

  /** The greatest number of an entry before that was made 0. */
  private long largestBefore;

  OutputTable(SummedFile file, long number, long fileId, TableOptions options, TableNote note) {
    this.number = number;
    this.note = note;
    this.file = file;
    this.builder = new TableBuilder(this.file, fileId, options);
  }

  /** Appends an entry of the cursor's key. */
  void add(EntryCursor entry, long tag, byte[] value, int offset, int length) throws IOException {
    builder.add(
        entry.keyBuffer(), entry.keyOffset(), entry.keyLength(), tag, value, offset, length);
    long sequence = EntryKind.sequence(tag);
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    largestBefore = Math.max(largestBefore, EntryKind.sequence(entry.tag()));
    if (Versions.expiryBytes(tag) > 0) {
      expiries.add(Versions.expiry(value, offset));
    }
    if (Versions.isTombstone(tag)) {
      tombstones++;
      if (tombstones <= TOMBSTONES_KNOWN) {
        tombstoneOrdinals.add(builder.entries() - 1);
      }
    }
  }

  /** Notes that the entry just appended points to a value. */
  void use(ValuePointer pointer) {
    uses.merge(pointer.file(), (long) pointer.recordBytes(), Long::sum);
  }

  /** Bytes the file will have, about. */
  long fileBytes() {
    return builder.fileSize();
  }

  /**
   * Completes the table and makes its bytes durable, but not yet its name. It knows value files by
   * number only.
   */
  WrittenTable finish() throws IOException {
    long smallest = builder.entries() == 0 ? 0 : smallestSequence;
    TableProperties properties =
        builder.finish(note.with(smallest, largestBefore, expiries.build()).encode());
    TableMeta meta =
        new TableMeta(
            number,
            properties.fileBytes(),
            properties.entries(),
            tombstones,
            properties.smallestKey(),
            properties.largestKey(),
            smallestSequence,
            largestSequence,
            uses.entrySet().stream()
                .map(use -> TableMeta.ValueUse.of(use.getKey(), use.getValue()))
                .toList(),
            null,
            file.crc());
    boolean known = tombstones <= TOMBSTONES_KNOWN;
    long[] ordinals = known ? tombstoneOrdinals.build().toArray() : null;
    return new WrittenTable(meta, ordinals, List.of());
  }

  @Override
  public void close() throws IOException {
    builder.close();
  }

  /**
   * A table that a job has written.
   *
   * @param meta what the manifest will say of it
   * @param tombstones the ordinals of its deletes, if they are few; else null
   * @param valueFiles those written by the same job that it points into
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record WrittenTable(
      TableMeta meta, long @Nullable [] tombstones, List<ValueFileMeta> valueFiles) {

    /** The same table with all entries under one sequence number, which the file does not say. */
    public WrittenTable numbered(long sequence) {
      return new WrittenTable(meta.numbered(sequence), tombstones, valueFiles);
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
    }
  }
}
