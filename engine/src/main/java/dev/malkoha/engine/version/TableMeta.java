package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Frame;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.events.StoreEvent.Tables;
import dev.malkoha.engine.range.RangeTombstones;
import org.jspecify.annotations.Nullable;

/**
 * The manifest's facts of a table: all that one version knows of it without reading its file.
 *
 * @param number the table's file number
 * @param fileBytes the file's length
 * @param entries entries of all kinds
 * @param tombstones those among them that are deletes
 * @param smallestKey the least user key
 * @param largestKey the greatest user key
 * @param smallestSequence the least sequence number, 0 where it no longer matters
 * @param largestSequence the greatest sequence number. Where it is the least one, too, all entries
 *     have it, also if the file says 0: a table that was ingested was written before it was known
 * @param values the value files that its entries point into, by ascending number
 * @param vector which entries are dead; null if none are
 * @param crc the CRC-32C of all bytes of its file, so that nobody has to read it for that; null if
 *     it is not known
 */
@SuppressWarnings("ArrayRecordComponent") // keys are never changed; identity is the number
public record TableMeta(
    long number,
    long fileBytes,
    long entries,
    long tombstones,
    byte[] smallestKey,
    byte[] largestKey,
    long smallestSequence,
    long largestSequence,
    List<ValueUse> values,
    @Nullable VectorRef vector,
    @Nullable Integer crc) {

  /** Creates what is known of a table. */
  public TableMeta {
    values = List.copyOf(values);
  }

  /** How many entries are dead. */
  public long deadEntries() {
    return vector == null ? 0 : vector.dead();
  }

  /** How many deletes there are that are not dead. */
  public long liveTombstones() {
    return tombstones - (vector == null ? 0 : vector.deadTombstones());
  }

  /** The share of entries that are dead, from 0 to 1. */
  public double deadShare() {
    return (double) deadEntries() / Math.max(1, entries);
  }

  /**
   * Whether range deletes that every reader sees cover all there is in the table.
   *
   * @param snapshots the sequence numbers of open snapshots
   */
  public boolean isCoveredWhole(RangeTombstones ranges, long[] snapshots) {
    long oldest = Arrays.stream(snapshots).min().orElse(Long.MAX_VALUE);
    return !ranges.isEmpty()
        && ranges.coveringAll(smallestKey, largestKey, oldest) > largestSequence;
  }

  /** Whether a range delete covers any key between the table's least and greatest ones. */
  public boolean isTouched(RangeTombstones ranges) {
    return ranges.touches(smallestKey, largestKey);
  }

  /** Some tables, summed up. */
  public static Tables sum(Stream<TableMeta> tables) {
    List<TableMeta> all = tables.toList();
    long entries = all.stream().mapToLong(TableMeta::entries).sum();
    return new Tables(all.size(), entries, all.stream().mapToLong(TableMeta::fileBytes).sum());
  }

  /** Whether a range may hold keys of the table. */
  public boolean overlaps(KeyRange range) {
    byte[] to = range.to();
    return !range.isEmpty()
        && Arrays.compareUnsigned(largestKey, range.from()) >= 0
        && (to == null || Arrays.compareUnsigned(smallestKey, to) < 0);
  }

  void encode(ByteWriter to) {
    to.writeVarints(number, fileBytes, entries, tombstones);
    to.writeBytes(smallestKey);
    to.writeBytes(largestKey);
    to.writeVarints(smallestSequence, largestSequence);
  }

  static TableMeta decode(ByteReader from) {
    return new TableMeta(
        from.readVarint(),
        from.readVarint(),
        from.readVarint(),
        from.readVarint(),
        from.readBytes(),
        from.readBytes(),
        from.readVarint(),
        from.readVarint(),
        List.of(),
        null,
        null);
  }

  void encodeValues(ByteWriter to) {
    to.writeVarint(values.size());
    for (ValueUse use : values) {
      to.writeVarints(use.file().number(), use.bytes());
    }
  }

  /** The same table with uses of value files, of which nothing but the numbers is known here. */
  TableMeta decodeValues(ByteReader from) {
    int count = from.readInt(from.remaining());
    List<ValueUse> uses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      uses.add(ValueUse.of(from.readVarint(), from.readVarint()));
    }
    return with(smallestSequence, largestSequence, uses, vector, crc);
  }

  private TableMeta with(
      long smallest,
      long largest,
      List<ValueUse> uses,
      @Nullable VectorRef dead,
      @Nullable Integer sum) {
    return new TableMeta(
        number,
        fileBytes,
        entries,
        tombstones,
        smallestKey,
        largestKey,
        smallest,
        largest,
        uses,
        dead,
        sum);
  }

  /** The same table with other entries dead. */
  public TableMeta with(VectorRef dead) {
    return with(smallestSequence, largestSequence, values, dead, crc);
  }

  /** The same table with the checksum of its file. */
  public TableMeta with(int sum) {
    return with(smallestSequence, largestSequence, values, vector, sum);
  }

  /**
   * The same table with all that is known of the value files it points into.
   *
   * @param files by their numbers
   */
  public TableMeta resolved(LongFunction<ValueFileMeta> files) {
    List<ValueUse> uses =
        values.stream()
            .map(use -> new ValueUse(files.apply(use.file().number()), use.bytes()))
            .toList();
    return with(smallestSequence, largestSequence, uses, vector, crc);
  }

  /** The same table with all entries under one sequence number, which the file does not say. */
  public TableMeta numbered(long sequence) {
    return with(sequence, sequence, values, vector, crc);
  }

  /** Whether the table's key range meets the closed range. */
  public boolean overlaps(byte[] smallest, byte[] largest) {
    return Arrays.compareUnsigned(smallestKey, largest) <= 0
        && Arrays.compareUnsigned(largestKey, smallest) >= 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableMeta that && number == that.number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "%s bytes=%s entries=%s tombstones=%s sequences=%s..%s%s"
        .formatted(
            FileNames.table(number),
            fileBytes,
            entries,
            tombstones,
            smallestSequence,
            largestSequence,
            values.isEmpty() ? "" : " values=" + values);
  }

  /**
   * How much of a value file the entries of a table point to.
   *
   * @param file the value file
   * @param bytes of all records that the table's entries, dead or alive, point to
   */
  public record ValueUse(ValueFileMeta file, long bytes) {

    /** A use of a file of which nothing else is known yet. */
    public static ValueUse of(long number, long bytes) {
      return new ValueUse(new ValueFileMeta(number, 0, 0), bytes);
    }

    @Override
    public String toString() {
      return bytes + " of " + FileNames.values(file.number());
    }
  }

  /**
   * The manifest's facts of a value file.
   *
   * @param number the file's number
   * @param fileBytes the file's length
   * @param crc the CRC-32C of all its bytes
   */
  public record ValueFileMeta(long number, long fileBytes, int crc) {

    /** Bytes of all values in the file, with all that belongs to them. */
    public long recordBytes() {
      return fileBytes - Frame.HEADER_BYTES;
    }
  }

  /**
   * The manifest's facts of a table's dead entries: where the newest deletion vector lies, and its
   * counts.
   *
   * @param sidecar the file number of the sidecar that holds the table's section
   * @param offset where the section begins in it
   * @param length the section's bytes
   * @param crc the section's checksum, here a second time
   * @param dead how many of the table's entries are dead: the cardinality of its deletion vector
   * @param deadTombstones those among them that are deletes
   * @param changedMillis when the vector last changed, in milliseconds since 1970
   */
  public record VectorRef(
      long sidecar,
      long offset,
      int length,
      int crc,
      long dead,
      long deadTombstones,
      long changedMillis) {

    void encode(ByteWriter to) {
      long unsignedCrc = Integer.toUnsignedLong(crc);
      to.writeVarints(sidecar, offset, length, unsignedCrc, dead, deadTombstones, changedMillis);
    }

    static VectorRef decode(ByteReader from) {
      return new VectorRef(
          from.readVarint(),
          from.readVarint(),
          from.readInt(Integer.MAX_VALUE),
          (int) from.readVarint(),
          from.readVarint(),
          from.readVarint(),
          from.readVarint());
    }

    @Override
    public String toString() {
      return "%s offset=%s length=%s dead=%s tombstones=%s"
          .formatted(FileNames.sidecar(sidecar), offset, length, dead, deadTombstones);
    }
  }
}
