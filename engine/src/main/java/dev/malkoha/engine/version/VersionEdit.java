package dev.malkoha.engine.version;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import java.util.ArrayList;
import java.util.List;

/** The recorded difference between two versions: the facts of one manifest record, in order. */
public record VersionEdit(List<EditEntry> entries) {

  /** Creates an edit of the given facts. */
  public VersionEdit {
    entries = List.copyOf(entries);
  }

  /** The bytes of the manifest record. */
  public byte[] encode() {
    ByteWriter to = new ByteWriter();
    entries.forEach(entry -> entry.encode(to));
    return to.toByteArray();
  }

  /**
   * Reads an edit.
   *
   * @throws MalformedBytesException if the bytes are none
   */
  public static VersionEdit decode(byte[] bytes) {
    ByteReader from = new ByteReader(bytes);
    List<EditEntry> entries = new ArrayList<>();
    try {
      while (from.remaining() > 0) {
        entries.add(EditEntry.decode(from));
      }
      return new VersionEdit(entries);
    } catch (IllegalArgumentException e) {
      throw new MalformedBytesException(String.valueOf(e.getMessage()), e);
    }
  }
}
