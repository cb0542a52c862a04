package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.wal.LogProof;
import org.jspecify.annotations.Nullable;

/**
 * One fact in an edit: the facts of one manifest record, in order, are the recorded difference
 * between two versions. See docs/format/manifest.md for the encoding.
 */
public sealed interface EditEntry {

  /** The identity of the store: written once at its birth and repeated in every manifest. */
  record Identity(long databaseId, long hashSeed) implements EditEntry {

    /** Without the seed, which is secret. */
    @Override
    public String toString() {
      return "identity database=" + Long.toHexString(databaseId) + " hashSeed=(secret)";
    }
  }

  /** The options in force, as their line of text. */
  record OptionsLine(String text) implements EditEntry {}

  /** A fact that is one number: a position, a sequence number, or that of a file or keyspace. */
  record NumberFact(Kind kind, long value) implements EditEntry {}

  /** The meanings of a fact that is one number. */
  enum Kind {

    /** File numbers below this were given out. */
    NEXT_FILE(3),

    /** Keyspace numbers below this were given out. */
    NEXT_KEYSPACE(17),

    /** Log records before this position are in tables. */
    LOG_FLOOR(4),

    /** Sequence numbers up to this one were given out. */
    LAST_SEQUENCE(5),

    /** The range delete of a sequence number is over: nothing older is left where it was. */
    DROP_RANGE(10),

    /** A table or sidecar is not needed any more; its file may still be there. */
    OBSOLETE(12),

    /** A keyspace is over, with all its tables. */
    DROP_KEYSPACE(14),

    /** The keyspace of all tables, ranges and sequences that follow in the edit. */
    IN_KEYSPACE(15),

    /** Writes to a keyspace up to this sequence number are in tables. */
    FLUSHED(16),

    /** The store has told this time, in milliseconds since 1970: none before it comes again. */
    TIME(22),

    /** Marks up to this sequence number count no more. */
    UNMARKED(24);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The fact of a number. */
    public EditEntry of(long value) {
      return new NumberFact(this, value);
    }

    private static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new MalformedBytesException("an edit entry of unknown kind " + code);
    }
  }

  /** A table joins a level. It is written as several facts if it has a vector, or a checksum. */
  record AddTable(int level, TableMeta table) implements EditEntry {}

  /** A table leaves a level. */
  record DropTable(int level, long number) implements EditEntry {}

  /** Entries of a table died: the newest word on which are dead. */
  record SetVector(long table, VectorRef vector) implements EditEntry {}

  /** A range delete comes into force. */
  record AddRange(RangeTombstone range) implements EditEntry {}

  /** Facts that are known of the log: a segment that was begun, and records that were durable. */
  record LogMark(LogProof proof) implements EditEntry {

    /** Checks the ranges. */
    public LogMark {
      if (proof.sequence() < 0 || proof.slot() < 0 || !LogProof.isPosition(proof.durable())) {
        throw new IllegalArgumentException("no mark of a log: " + proof);
      }
    }
  }

  /**
   * The last mark.
   *
   * @param sequence its number: it covers all numbers up to this one
   * @param label null if it was set by an opening
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Mark(long sequence, byte @Nullable [] label) implements EditEntry {}

  /**
   * What was written after a mark was taken back: the log's records of these numbers count for
   * nothing.
   *
   * @param after the number before the first one
   * @param last the last one
   */
  record Cut(long after, long last) implements EditEntry {

    /** Checks the order. */
    public Cut {
      if (after >= last) {
        throw new IllegalArgumentException("a cut from " + after + " to " + last);
      }
    }
  }

  /** A keyspace is created, or its options change. */
  record Keyspace(KeyspaceId id, String options) implements EditEntry {}

  /** The CRC-32C of all bytes of a table's file, so that nobody has to read it for that. */
  record Checksum(long table, int crc) implements EditEntry {}

  /** A value file joins, which a table of the same edit points into. */
  record AddValueFile(ValueFileMeta file) implements EditEntry {}

  /**
   * Which of all copies of a store this is, and who writes to it. Copies have the store's identity,
   * so that they can share its tables; here they differ.
   *
   * @param copy drawn by the checkpoint or the restoring that made the copy; 0 if none did
   * @param opening drawn by the last opening for writing; 0 if there was none since
   */
  record Lineage(long copy, long opening) implements EditEntry {

    /** The lineage of a new copy, which nobody has opened yet. */
    public static Lineage ofNewCopy(RandomGenerator random) {
      return new Lineage(random.nextLong(), 0);
    }

    /** The lineage of the same copy, opened for writing once more. */
    public Lineage opened(RandomGenerator random) {
      return new Lineage(copy, random.nextLong());
    }
  }

  /** The bytes of a manifest record with the facts of an edit. */
  static byte[] encode(List<EditEntry> edit) {
    ByteWriter to = new ByteWriter();
    edit.forEach(entry -> entry.encode(to));
    return to.toByteArray();
  }

  /**
   * Reads an edit.
   *
   * @throws MalformedBytesException if the bytes are none
   */
  static List<EditEntry> decode(byte[] bytes) {
    ByteReader from = new ByteReader(bytes);
    List<EditEntry> edit = new ArrayList<>();
    try {
      while (from.remaining() > 0) {
        edit.add(decode(from));
      }
      return edit;
    } catch (IllegalArgumentException e) {
      throw new MalformedBytesException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Appends the entry's kind and fields. Kinds and levels are numbers of one byte. */
  private void encode(ByteWriter to) {
    switch (this) {
      case Identity(long databaseId, long hashSeed) -> writeLongs(to, 1, databaseId, hashSeed);
      case OptionsLine(String text) -> {
        to.writeByte(2);
        to.writeString(text);
      }
      case NumberFact(Kind kind, long value) -> to.writeVarints(kind.code, value);
      case AddTable(int level, TableMeta table) -> {
        to.writeVarints(table.values().isEmpty() ? 6 : 19, level);
        table.encode(to);
        if (!table.values().isEmpty()) {
          table.encodeValues(to);
        }
        VectorRef vector = table.vector();
        if (vector != null) {
          EditEntry dead = new SetVector(table.number(), vector);
          dead.encode(to);
        }
        Integer crc = table.crc();
        if (crc != null) {
          EditEntry checksum = new Checksum(table.number(), crc);
          checksum.encode(to);
        }
      }
      case DropTable(int level, long number) -> to.writeVarints(7, level, number);
      case SetVector(long table, VectorRef vector) -> {
        to.writeVarints(8, table);
        vector.encode(to);
      }
      case AddRange(RangeTombstone(byte[] first, byte[] end, long sequence)) -> {
        to.writeByte(9);
        to.writeBytes(first);
        to.writeBytes(end);
        to.writeVarint(sequence);
      }
      case LogMark(LogProof(long sequence, long slot, long durable)) ->
          to.writeVarints(11, sequence, slot, durable);
      case Mark(long sequence, byte[] label) -> {
        to.writeVarints(23, sequence, label == null ? 0 : 1);
        if (label != null) {
          to.writeBytes(label);
        }
      }
      case Cut(long after, long last) -> to.writeVarints(25, after, last);
      case Keyspace(KeyspaceId(long number, String name), String options) -> {
        to.writeVarints(13, number);
        to.writeString(name);
        to.writeString(options);
      }
      case Checksum(long table, int crc) -> to.writeVarints(18, table, Integer.toUnsignedLong(crc));
      case AddValueFile(ValueFileMeta(long number, long bytes, int crc)) ->
          to.writeVarints(20, number, bytes, Integer.toUnsignedLong(crc));
      case Lineage(long copy, long opening) -> writeLongs(to, 21, copy, opening);
    }
  }

  private static void writeLongs(ByteWriter to, int kind, long first, long second) {
    to.writeByte(kind);
    to.writeLong(first);
    to.writeLong(second);
  }

  /**
   * Reads one entry.
   *
   * @throws MalformedBytesException if the bytes are no entry of a known kind
   * @throws IllegalArgumentException if a value of it cannot be so
   */
  private static EditEntry decode(ByteReader from) {
    int kind = from.readByte();
    return switch (kind) {
      case 1 -> new Identity(from.readLong(), from.readLong());
      case 2 -> new OptionsLine(from.readString());
      case 6 -> new AddTable(from.readInt(Version.LEVELS - 1), TableMeta.decode(from));
      case 7 -> new DropTable(from.readInt(Version.LEVELS - 1), from.readVarint());
      case 8 -> new SetVector(from.readVarint(), VectorRef.decode(from));
      case 9 ->
          new AddRange(new RangeTombstone(from.readBytes(), from.readBytes(), from.readVarint()));
      case 11 -> new LogMark(new LogProof(from.readVarint(), from.readVarint(), from.readVarint()));
      case 13 ->
          new Keyspace(new KeyspaceId(from.readVarint(), from.readString()), from.readString());
      case 18 -> new Checksum(from.readVarint(), decodeCrc(from));
      case 19 ->
          new AddTable(from.readInt(Version.LEVELS - 1), TableMeta.decode(from).decodeValues(from));
      case 20 ->
          new AddValueFile(
              new ValueFileMeta(from.readVarint(), from.readVarint(), decodeCrc(from)));
      case 21 -> new Lineage(from.readLong(), from.readLong());
      case 23 -> new Mark(from.readVarint(), from.readInt(1) == 0 ? null : from.readBytes());
      case 25 -> new Cut(from.readVarint(), from.readVarint());
      default -> Kind.ofCode(kind).of(from.readVarint());
    };
  }

  private static int decodeCrc(ByteReader from) {
    long crc = from.readVarint();
    if (crc != Integer.toUnsignedLong((int) crc)) {
      throw new MalformedBytesException("no checksum of a file: " + crc);
    }
    return (int) crc;
  }
}
