package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads one manifest.
 *
 * <p>A record that does not verify at a manifest's very end is an edit that was being written when
 * the store stopped, or damage: it is left out, and told of. One with anything valid after it, or
 * before a length that was proven durable, is damage.
 */
public final class ManifestReader {

  /** A longer manifest is refused, because reading one takes a multiple of its bytes. */
  private static final long BYTES_MAX = Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 4);

  /** Bytes that are searched for a record before one is assumed. */
  private static final int SEARCH_BYTES_MAX = 64 << 20;

  private final String name;
  private final byte[] bytes;
  private final long number;

  private ManifestReader(String name, byte[] bytes, long number) {
    this.name = name;
    this.bytes = bytes;
    this.number = number;
  }

  /**
   * A manifest as it was read.
   *
   * @param number of the manifest
   * @param end of its last record
   * @param tail what is odd about its end, in one sentence; empty if nothing is
   * @param isKept whether an opening goes on with it: CURRENT says that all of it is durable, as
   *     after a close or when it was just begun, and it is short
   */
  public record Reading(ManifestState state, long number, int end, String tail, boolean isKept) {}

  /** Reads the manifest that CURRENT puts in force. */
  public static Reading readInForce(Directory directory) throws IOException {
    Current current = Current.read(directory);
    current.refuseIfSuperseded(directory);
    String name = FileNames.manifest(current.manifest());
    ManifestReader reader = open(directory, name);
    if (reader.number != current.manifest()) {
      throw reader.damaged(Frame.ID_AT, "it says it is number " + reader.number);
    }
    return reader.read(current.manifestBytes());
  }

  /** The manifest's number. */
  public long number() {
    return number;
  }

  /** The file's length. */
  public long length() {
    return bytes.length;
  }

  /** Whether a file is the manifest that its name says. */
  static boolean isManifest(Directory directory, String name) throws IOException {
    try {
      byte[] header = read(directory, name, Frame.HEADER_BYTES);
      return FileNames.manifest(open(name, header).number).equals(name);
    } catch (DbCorruptionException | DbFormatException e) {
      return false;
    }
  }

  private Reading read(long provenBytes) {
    ManifestState state = new ManifestState();
    int end = forEach((offset, edit) -> orDamaged(offset, () -> state.apply(edit)));
    if (end < provenBytes) {
      throw damaged(end, "it ends here, and was durable up to offset " + provenBytes);
    }
    if (!state.hasIdentity()) {
      throw damaged(Frame.HEADER_BYTES, "its first record, who the store is, is lost");
    }
    orDamaged(end, () -> ManifestFacts.check(state));
    String tail = end < bytes.length ? droppedTail(end) : "";
    boolean isKept = provenBytes == end && end <= ManifestWriter.KEPT_BYTES_MAX && tail.isEmpty();
    return new Reading(state, number, end, tail, isKept);
  }

  private String droppedTail(int end) {
    return "%s ends at offset %s with %s bytes that are no record: an edit that was being written when the store stopped, or damage; it is left out"
        .formatted(name, end, (bytes.length - end));
  }

  /** Opens a manifest by its file name, or as a draft of that, and verifies its header. */
  public static ManifestReader open(Directory directory, String name) throws IOException {
    return open(name, read(directory, FileNames.found(directory, name), Long.MAX_VALUE));
  }

  private static ManifestReader open(String name, byte[] bytes) {
    if (bytes.length < Frame.HEADER_BYTES) {
      throw damaged(name, 0, "it is shorter than its header");
    }
    if (!Frame.isHeader(bytes, ManifestWriter.MANIFEST_MAGIC)) {
      throw damaged(name, 0, "its header does not verify");
    }
    int version = Bytes.getInt(bytes, Frame.VERSION_AT);
    if (version != ManifestWriter.FORMAT_VERSION) {
      throw new DbFormatException(
          "%s has format version %s; this release knows version %s only: open the store with a release that knows it"
              .formatted(name, version, ManifestWriter.FORMAT_VERSION),
          null);
    }
    return new ManifestReader(name, bytes, Bytes.getLong(bytes, Frame.ID_AT));
  }

  /**
   * Walks the edits with their offsets.
   *
   * @return where they end
   */
  public int forEach(BiConsumer<Integer, List<EditEntry>> visitor) {
    int offset = Frame.HEADER_BYTES;
    while (offset < bytes.length) {
      byte[] edit = editAt(offset);
      if (edit == null) {
        int valid = firstValidAfter(offset);
        if (valid > 0) {
          throw damaged(offset, "a record does not verify, but one at offset " + valid + " does");
        }
        return offset;
      }
      visitor.accept(offset, decode(offset, edit));
      offset += ManifestWriter.RECORD_HEADER_BYTES + edit.length;
    }
    return offset;
  }

  private List<EditEntry> decode(int offset, byte[] edit) {
    try {
      return EditEntry.decode(edit);
    } catch (MalformedBytesException e) {
      throw damaged(offset, "a record verifies but cannot be read: " + e.getMessage());
    }
  }

  private void orDamaged(int offset, Runnable contradiction) {
    try {
      contradiction.run();
    } catch (IllegalArgumentException e) {
      throw damaged(offset, String.valueOf(e.getMessage()));
    }
  }

  /** The edit of the record at an offset; null if there is none that verifies. */
  private byte @Nullable [] editAt(int offset) {
    int length = lengthAt(offset);
    if (length == 0) {
      return null;
    }
    int start = offset + ManifestWriter.RECORD_HEADER_BYTES;
    byte[] edit = Arrays.copyOfRange(bytes, start, start + length);
    return editCrcAt(offset) == ManifestWriter.editCrc(number, offset, edit) ? edit : null;
  }

  /** The length of the edit that a record's header promises; 0 if it cannot be one. */
  private int lengthAt(int offset) {
    int room = bytes.length - offset - ManifestWriter.RECORD_HEADER_BYTES;
    if (room < 0) {
      return 0;
    }
    int length = Bytes.getInt(bytes, offset + ManifestWriter.LENGTH_OFFSET);
    return length > 0
            && length <= room
            && Bytes.getInt(bytes, offset + ManifestWriter.RECORD_CRC_OFFSET)
                == ManifestWriter.recordCrc(number, offset, length, editCrcAt(offset))
        ? length
        : 0;
  }

  private int editCrcAt(int offset) {
    return Bytes.getInt(bytes, offset + ManifestWriter.EDIT_CRC_OFFSET);
  }

  /**
   * Tells a torn end from damage: every later place is tried as the start of a record.
   *
   * @return the first whose header is one, or that has to pass for one since there are too many to
   *     try; 0 if there is none
   */
  private int firstValidAfter(int offset) {
    int end = (int) Math.min(bytes.length, (long) offset + SEARCH_BYTES_MAX);
    for (int place = offset + 1; place < end; place++) {
      if (lengthAt(place) > 0) {
        return place;
      }
    }
    return end < bytes.length ? end : 0;
  }

  /** Reads a file's first bytes, if it is no longer than a manifest can be. */
  private static byte[] read(Directory directory, String name, long wanted) throws IOException {
    try (ReadableFile file = directory.openOnce(name)) {
      long length = Math.min(file.size(), wanted);
      if (length > BYTES_MAX) {
        String bytes = String.format(Locale.ROOT, "%,d", length);
        throw damaged(name, BYTES_MAX, "no manifest of its " + bytes + " bytes fits into the heap");
      }
      byte[] bytes = new byte[(int) length];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private DbCorruptionException damaged(long offset, String problem) {
    return damaged(name, offset, problem);
  }

  static DbCorruptionException damaged(String name, long offset, String problem) {
    return new DbCorruptionException(
        "%s is damaged at offset %s: %s; restore the store from a checkpoint or salvage it"
            .formatted(name, offset, problem),
        null);
  }
}
