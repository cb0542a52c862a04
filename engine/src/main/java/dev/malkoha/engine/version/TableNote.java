package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.TableProperties;
import org.jspecify.annotations.Nullable;

/**
 * A note in a table's file on its place in the store, which salvage reads where the manifest is
 * lost, and on when its entries expire. See docs/format/table.md.
 *
 * @param keyspace that it was written for
 * @param level that it was written into; {@link #INGESTED} if its entries' number stands in the
 *     manifest alone
 * @param least the least sequence number of its entries
 * @param greatest at least the greatest one that its entries had before compactions made some 0
 * @param replaced the numbers of the tables that it replaces, with others of the same compaction
 * @param expiries when its entries expire
 */
public record TableNote(
    KeyspaceId keyspace,
    int level,
    long least,
    long greatest,
    List<Long> replaced,
    Expiries expiries) {

  /** The level of a table whose entries were ingested. */
  public static final int INGESTED = -1;

  private static final int NAME_BYTES_MAX = 255;

  /** A list is cut here: a note has bounds, and compactions of more tables are not to be had. */
  private static final int REPLACED_MAX = 6000;

  /** Copies the list. */
  public TableNote {
    replaced =
        List.copyOf(replaced.size() > REPLACED_MAX ? replaced.subList(0, REPLACED_MAX) : replaced);
  }

  /** The same of a table that has been written: all of its entries is known. */
  public TableNote with(long smallest, long largest, Expiries ofEntries) {
    return new TableNote(
        keyspace, level, smallest, Math.max(greatest, largest), replaced, ofEntries);
  }

  /** The note of a table that replaces others. */
  public static TableNote replacing(KeyspaceId keyspace, int level, List<Table> tables) {
    long greatest = 0;
    List<Long> numbers = new ArrayList<>();
    for (Table table : tables) {
      TableNote note = of(table.reader().properties());
      greatest = Math.max(greatest, table.meta().largestSequence());
      greatest = note == null ? greatest : Math.max(greatest, note.greatest);
      numbers.add(table.meta().number());
    }
    return new TableNote(keyspace, level, 0, greatest, numbers, Expiries.NONE);
  }

  /** The note of a table; null if it has none that can be read. */
  public static @Nullable TableNote of(TableProperties properties) {
    try {
      return properties.note().length == 0 ? null : decode(new ByteReader(properties.note()));
    } catch (MalformedBytesException e) {
      return null;
    }
  }

  /** The bytes for the table's properties. */
  public byte[] encode() {
    ByteWriter to = new ByteWriter();
    to.writeVarint(keyspace.number());
    to.writeBytes(keyspace.name().getBytes(StandardCharsets.UTF_8));
    to.writeVarints(level + 1L, least, greatest, replaced.size());
    replaced.forEach(to::writeVarint);
    if (expiries.count() > 0) {
      expiries.encode(to);
    }
    return to.toByteArray();
  }

  private static TableNote decode(ByteReader from) {
    long number = from.readVarint();
    String name = new String(from.readBytes(NAME_BYTES_MAX), StandardCharsets.UTF_8);
    if (number < 0 || name.isEmpty()) {
      throw new MalformedBytesException("a table's note names no keyspace");
    }
    int level = from.readInt(Version.LEVELS) - 1;
    long least = from.readVarint();
    long greatest = from.readVarint();
    List<Long> replaced = new ArrayList<>();
    for (int left = from.readInt(REPLACED_MAX); left > 0; left--) {
      replaced.add(from.readVarint());
    }
    Expiries expiries = from.remaining() > 0 ? Expiries.decode(from) : Expiries.NONE;
    from.expectEnd();
    return new TableNote(new KeyspaceId(number, name), level, least, greatest, replaced, expiries);
  }
}
