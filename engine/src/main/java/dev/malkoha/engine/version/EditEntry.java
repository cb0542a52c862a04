package dev.malkoha.engine.version;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.wal.LogProof;
import java.util.HexFormat;

/**
 * One fact in a {@link VersionEdit}. Each kind knows its own encoding; see docs/format/manifest.md.
 */
public sealed interface EditEntry {

  /** Who the store is: written once at its birth and repeated in every manifest. */
  record Identity(long databaseId, long hashSeed) implements EditEntry {

    static final int KIND = 1;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeLong(databaseId);
      to.writeLong(hashSeed);
    }

    @Override
    public String toString() {
      return "identity database=" + Long.toHexString(databaseId) + " hashSeed=(secret)";
    }
  }

  /** The options in force, as their line of text. */
  record OptionsLine(String text) implements EditEntry {

    static final int KIND = 2;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeString(text);
    }

    @Override
    public String toString() {
      return "options " + text;
    }
  }

  /** File numbers below this were given out. */
  record NextFile(long number) implements EditEntry {

    static final int KIND = 3;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(number);
    }

    @Override
    public String toString() {
      return "next file " + number;
    }
  }

  /** Log records before this position are in tables. */
  record LogFloor(long position) implements EditEntry {

    static final int KIND = 4;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(position);
    }

    @Override
    public String toString() {
      return "log floor " + position;
    }
  }

  /** Sequence numbers up to this one were given out. */
  record LastSequence(long sequence) implements EditEntry {

    static final int KIND = 5;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(sequence);
    }

    @Override
    public String toString() {
      return "last sequence " + sequence;
    }
  }

  /** A table joins a level. */
  record AddTable(int level, TableMeta table) implements EditEntry {

    static final int KIND = 6;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeByte(level);
      table.encode(to);
    }

    @Override
    public String toString() {
      return "add L" + level + " " + table;
    }
  }

  /** A table leaves a level. */
  record DropTable(int level, long number) implements EditEntry {

    static final int KIND = 7;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeByte(level);
      to.writeVarint(number);
    }

    @Override
    public String toString() {
      return "drop L" + level + " " + FileNames.table(number);
    }
  }

  /** Entries of a table died: the newest word on which are dead. */
  record SetVector(long table, VectorRef vector) implements EditEntry {

    static final int KIND = 8;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(table);
      vector.encode(to);
    }

    @Override
    public String toString() {
      return "vector of " + FileNames.table(table) + " in " + vector;
    }
  }

  /** A range delete comes into force. */
  record AddRange(RangeTombstone range) implements EditEntry {

    static final int KIND = 9;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeBytes(range.from());
      to.writeBytes(range.to());
      to.writeVarint(range.sequence());
    }

    static AddRange decode(ByteReader from) {
      byte[] first = from.readBytes();
      byte[] end = from.readBytes();
      long sequence = from.readVarint();
      try {
        return new AddRange(new RangeTombstone(first, end, sequence));
      } catch (IllegalArgumentException e) {
        throw new MalformedBytesException(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public String toString() {
      HexFormat hex = HexFormat.of();
      return "add range sequence="
          + range.sequence()
          + " from="
          + hex.formatHex(range.from())
          + " to="
          + hex.formatHex(range.to());
    }
  }

  /** The range delete of a sequence number is over: nothing older is left where it was. */
  record DropRange(long sequence) implements EditEntry {

    static final int KIND = 10;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(sequence);
    }

    @Override
    public String toString() {
      return "drop range sequence=" + sequence;
    }
  }

  /** What the log is known to hold: a segment that was begun, and records that were durable. */
  record LogMark(LogProof proof) implements EditEntry {

    static final int KIND = 11;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(proof.sequence());
      to.writeVarint(proof.slot());
      to.writeVarint(proof.durable());
    }

    static LogMark decode(ByteReader from) {
      long sequence = from.readVarint();
      long slot = from.readVarint();
      if (sequence < 0 || slot < 0) {
        throw new MalformedBytesException("no segment of a log: " + sequence + " in " + slot);
      }
      return new LogMark(new LogProof(sequence, slot, position(from)));
    }

    @Override
    public String toString() {
      return "log mark segment="
          + proof.sequence()
          + " slot="
          + proof.slot()
          + " durable="
          + proof.durable();
    }
  }

  /** A table or sidecar is not needed any more; its file may still be there. */
  record Obsolete(long number) implements EditEntry {

    static final int KIND = 12;

    @Override
    public void encode(ByteWriter to) {
      to.writeByte(KIND);
      to.writeVarint(number);
    }

    @Override
    public String toString() {
      return "obsolete file " + number;
    }
  }

  /** Whether the entry changes which range deletes are in force. */
  default boolean changesRanges() {
    return this instanceof AddRange || this instanceof DropRange;
  }

  /** Whether the entry changes which vectors, and so which sidecars, are needed. */
  default boolean changesVectors() {
    return this instanceof SetVector || this instanceof DropTable;
  }

  /** Appends the entry's kind and fields. */
  void encode(ByteWriter to);

  /**
   * Reads one entry.
   *
   * @throws MalformedBytesException if the bytes are no entry of a known kind
   */
  static EditEntry decode(ByteReader from) {
    int kind = from.readByte();
    return switch (kind) {
      case Identity.KIND -> new Identity(from.readLong(), from.readLong());
      case OptionsLine.KIND -> new OptionsLine(from.readString());
      case NextFile.KIND -> new NextFile(from.readVarint());
      case LogFloor.KIND -> new LogFloor(from.readVarint());
      case LastSequence.KIND -> new LastSequence(from.readVarint());
      case AddTable.KIND -> new AddTable(level(from), TableMeta.decode(from));
      case DropTable.KIND -> new DropTable(level(from), from.readVarint());
      case SetVector.KIND -> new SetVector(from.readVarint(), VectorRef.decode(from));
      case AddRange.KIND -> AddRange.decode(from);
      case DropRange.KIND -> new DropRange(from.readVarint());
      case LogMark.KIND -> LogMark.decode(from);
      case Obsolete.KIND -> new Obsolete(from.readVarint());
      default -> throw new MalformedBytesException("an edit entry of unknown kind " + kind);
    };
  }

  private static long position(ByteReader from) {
    long position = from.readVarint();
    if (!LogProof.isPosition(position)) {
      throw new MalformedBytesException("no position of a log: " + position);
    }
    return position;
  }

  private static int level(ByteReader from) {
    return from.readInt(Version.LEVELS - 1);
  }
}
