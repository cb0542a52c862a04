package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codecs;

/**
 * What a table says of itself.
 *
 * @param entries in the table
 * @param distinctKeys among them
 * @param dataBlocks blocks that hold the entries
 * @param rawBytes bytes of all keys and values, before anything is shared or compressed
 * @param dataBytes bytes of the data blocks in the file, trailers included
 * @param filterBytes bytes of the filter block, without its trailer
 * @param indexBytes bytes of the index block in the file, without its trailer
 * @param fileBytes bytes of the whole file
 * @param smallestTag by unsigned comparison; 0 in an empty table
 * @param largestTag by unsigned comparison; 0 in an empty table
 * @param smallestKey of the first entry; empty in an empty table; not to be written to
 * @param largestKey of the last entry; empty in an empty table; not to be written to
 * @param codecs what packed blocks need to be unpacked: a bit for each codec's number
 * @param prefix which prefixes of keys the filter holds beside the keys
 * @param prefixes how many distinct ones
 * @param note what its writer had to say of it, for who finds the file alone; opaque here, most
 *     often empty; not to be written to
 */
@SuppressWarnings("ArrayRecordComponent") // compared and printed by content below
public record TableProperties(
    long entries,
    long distinctKeys,
    int dataBlocks,
    long rawBytes,
    long dataBytes,
    long filterBytes,
    long indexBytes,
    long fileBytes,
    long smallestTag,
    long largestTag,
    byte[] smallestKey,
    byte[] largestKey,
    int codecs,
    KeyPrefix prefix,
    long prefixes,
    byte[] note) {

  /** The characters that the text of a rule may have. */
  private static final int MAX_RULE_LENGTH = 32;

  /**
   * Writes what the reader cannot take from elsewhere; lengths of the other parts are in the
   * footer, and the file's is its own.
   */
  void encode(ByteWriter into) {
    into.writeVarint(entries);
    into.writeVarint(distinctKeys);
    into.writeVarint(dataBlocks);
    into.writeVarint(rawBytes);
    into.writeVarint(smallestTag);
    into.writeVarint(largestTag);
    into.writeBytes(smallestKey);
    into.writeBytes(largestKey);
    boolean hasNote = note.length > 0;
    if (codecs != 0 || hasPrefixes() || hasNote) {
      into.writeVarint(codecs);
    }
    if (hasPrefixes() || hasNote) {
      String rule = hasPrefixes() ? prefix.spec() : "";
      into.writeBytes(rule.getBytes(StandardCharsets.US_ASCII));
      into.writeVarint(prefixes);
    }
    if (hasNote) {
      into.writeBytes(note);
    }
  }

  /** Whether the filter was meant to hold prefixes of keys, too. */
  public boolean hasPrefixes() {
    return !prefix.equals(KeyPrefix.none());
  }

  static TableProperties decode(ByteReader reader, Footer footer) {
    long entries = reader.readInt(Integer.MAX_VALUE);
    long distinctKeys = reader.readInt(Integer.MAX_VALUE);
    int dataBlocks = reader.readInt(Integer.MAX_VALUE);
    long rawBytes = reader.readVarint();
    long smallestTag = reader.readVarint();
    long largestTag = reader.readVarint();
    byte[] smallestKey = reader.readBytes(TableFormat.MAX_KEY_LENGTH);
    byte[] largestKey = reader.readBytes(TableFormat.MAX_KEY_LENGTH);
    int codecs = reader.remaining() == 0 ? 0 : reader.readInt((1 << Codecs.COUNT) - 1);
    boolean mayHaveRule = reader.remaining() > 0;
    KeyPrefix prefix = mayHaveRule ? decodeRule(reader) : KeyPrefix.none();
    long prefixes = reader.remaining() == 0 ? 0 : reader.readInt((int) distinctKeys);
    boolean hasNote = reader.remaining() > 0;
    byte[] note = hasNote ? reader.readBytes(TableFormat.MAX_NOTE_LENGTH) : new byte[0];
    reader.expectEnd();
    boolean hasRule = !prefix.equals(KeyPrefix.none());
    if ((mayHaveRule && !hasRule && !hasNote) || (hasNote && note.length == 0)) {
      throw new MalformedBytesException("there is room for a rule or a note, and none");
    }
    if (distinctKeys > entries || dataBlocks > entries || (entries > 0) != (dataBlocks > 0)) {
      throw new MalformedBytesException("the table's counts contradict each other");
    }
    return new TableProperties(
        entries,
        distinctKeys,
        dataBlocks,
        rawBytes,
        footer.filter().offset() - Frame.HEADER_BYTES,
        footer.filter().storedLength(),
        footer.index().storedLength(),
        footer.properties().end() + Footer.LENGTH,
        smallestTag,
        largestTag,
        smallestKey,
        largestKey,
        codecs,
        prefix,
        prefixes,
        note);
  }

  private static KeyPrefix decodeRule(ByteReader reader) {
    String spec = new String(reader.readBytes(MAX_RULE_LENGTH), StandardCharsets.US_ASCII);
    KeyPrefix rule = KeyPrefix.none();
    if (spec.isEmpty()) { // a note follows
      return rule;
    }
    try {
      rule = KeyPrefix.parse(spec);
    } catch (IllegalArgumentException e) {
      throw new MalformedBytesException("the rule for prefixes of keys is none that is known", e);
    }
    if (rule.equals(KeyPrefix.none())) {
      throw new MalformedBytesException("there is a rule for prefixes of keys that says: none");
    }
    return rule;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableProperties that
        && entries == that.entries
        && distinctKeys == that.distinctKeys
        && dataBlocks == that.dataBlocks
        && rawBytes == that.rawBytes
        && dataBytes == that.dataBytes
        && filterBytes == that.filterBytes
        && indexBytes == that.indexBytes
        && fileBytes == that.fileBytes
        && smallestTag == that.smallestTag
        && largestTag == that.largestTag
        && Arrays.equals(smallestKey, that.smallestKey)
        && Arrays.equals(largestKey, that.largestKey)
        && codecs == that.codecs
        && prefix.equals(that.prefix)
        && prefixes == that.prefixes
        && Arrays.equals(note, that.note);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(entries ^ fileBytes) + Arrays.hashCode(smallestKey);
  }

  /** Names numbers only: keys are never put in messages. */
  @Override
  public String toString() {
    return "entries "
        + entries
        + ", distinct keys "
        + distinctKeys
        + ", data blocks "
        + dataBlocks
        + ", raw bytes "
        + rawBytes
        + ", data bytes "
        + dataBytes
        + ", filter bytes "
        + filterBytes
        + ", index bytes "
        + indexBytes
        + ", file bytes "
        + fileBytes
        + ", tags "
        + Long.toUnsignedString(smallestTag)
        + " to "
        + Long.toUnsignedString(largestTag)
        + (codecs == 0 ? "" : ", codecs " + Codecs.names(codecs))
        + (hasPrefixes() ? ", " + prefixes + " prefixes " + prefix : "")
        + (note.length == 0 ? "" : ", a note of " + note.length + " bytes");
  }
}
