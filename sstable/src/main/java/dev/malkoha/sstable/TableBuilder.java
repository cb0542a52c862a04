package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockWriter;
import dev.malkoha.sstable.block.DataBlockBuilder;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.index.BlockIndexBuilder;
import dev.malkoha.storage.WritableFile;

/**
 * A table file being written from entries that come in order.
 *
 * <p>Used by one thread. After an exception from {@link #add} or {@link #finish} that is not about
 * an argument, the file is good for nothing but to be closed and deleted.
 */
public final class TableBuilder implements Closeable {

  /** The likely size of a filter for each key, for {@link #fileSize} before it is known. */
  private static final int FILTER_BITS_PER_KEY = 13;

  private final BlockWriter writer;
  private final long fileId;
  private final TableOptions options;
  private final DataBlockBuilder block;
  private final BlockIndexBuilder index = new BlockIndexBuilder();
  private final FilterKeys filterKeys;
  private final EntrySequence sequence = new EntrySequence();

  /** The block written last, and its number of entries; 0 once it is in the index. */
  private BlockHandle lastHandle = new BlockHandle(0, 0, 0);

  private int lastCount;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    FINISHED,
    CLOSED
  }

  /**
   * Starts a table in a new, empty file.
   *
   * @param file to append to; closed with the builder
   * @param fileId bound into every checksum; the table is opened with the same
   */
  public TableBuilder(WritableFile file, long fileId, TableOptions options) {
    if (file.size() != 0) {
      throw new IllegalArgumentException(
          "a table needs an empty file, this one is not: " + file.name());
    }
    this.fileId = fileId;
    this.options = options;
    this.writer = new BlockWriter(file, fileId, options.codec());
    this.block = new DataBlockBuilder(options.blockBytes());
    this.filterKeys = new FilterKeys(options);
  }

  /**
   * Adds the next entry.
   *
   * @param key of at most 65,535 bytes
   * @param tag opaque, compared unsigned; entries of equal keys come by descending tag
   * @param value of at most 256 MiB
   * @throws IllegalArgumentException if the entry is not after the last one, or too long
   * @throws IllegalStateException if the table is finished, failed, closed or full
   */
  public void add(
      byte[] key,
      int keyOffset,
      int keyLength,
      long tag,
      byte[] value,
      int valueOffset,
      int valueLength)
      throws IOException {
    requireOpen();
    checkLengths(key, keyOffset, keyLength, value, valueOffset, valueLength);
    long prefix = Bytes.head(key, keyOffset, keyLength);
    boolean newKey = sequence.checkNext(prefix, key, keyOffset, keyLength, tag);
    state = State.FAILED;
    boolean alone = keyLength + valueLength >= options.blockBytes();
    boolean joined =
        !alone && block.tryAdd(key, keyOffset, keyLength, tag, value, valueOffset, valueLength);
    if (!joined && block.count() > 0) {
      writeBlock();
    }
    if (lastCount > 0) {
      indexLastBlock(newKey, key, keyOffset, keyLength);
    }
    if (alone) {
      writeAlone(key, keyOffset, keyLength, tag, value, valueOffset, valueLength);
    } else if (!joined) {
      block.tryAdd(key, keyOffset, keyLength, tag, value, valueOffset, valueLength);
    }
    sequence.append(newKey, prefix, key, keyOffset, keyLength, tag, valueLength);
    if (newKey) {
      filterKeys.add(key, keyOffset, keyLength);
    }
    state = State.OPEN;
  }

  /** Entries added so far. */
  public long entries() {
    return sequence.count();
  }

  /**
   * Bytes the file would have if it were finished now, about: those written, the pending block
   * before compression, and the index and filter as far as they can be told.
   */
  public long fileSize() {
    long filter = (long) filterKeys.count() * FILTER_BITS_PER_KEY / Byte.SIZE;
    return writer.position() + block.estimatedLength() + index.length() + filter;
  }

  /** Finishes a table of which there is nothing more to say. */
  public TableProperties finish() throws IOException {
    return finish(new byte[0]);
  }

  /**
   * Writes what is left, with a filter sized for exactly the distinct keys and prefixes, and forces
   * the file.
   *
   * @param note kept as it is, in the table's properties; at most 65,536 bytes
   * @throws IllegalStateException if the table is finished, failed or closed
   */
  public TableProperties finish(byte[] note) throws IOException {
    requireOpen();
    if (note.length > TableFormat.MAX_NOTE_LENGTH) {
      throw new IllegalArgumentException("a note may have 65536 bytes, not " + note.length);
    }
    state = State.FAILED;
    if (block.count() > 0) {
      writeBlock();
    }
    if (lastCount > 0) {
      index.add(lastHandle, lastCount, sequence.lastKey(), sequence.lastKeyLength());
    }
    TableProperties properties = writeTail(note);
    writer.force();
    state = State.FINISHED;
    return properties;
  }

  /** Closes the file, finished or not. */
  @Override
  public void close() throws IOException {
    if (state != State.CLOSED) {
      state = State.CLOSED;
      writer.close();
    }
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException("the table takes no entries: it is " + state);
    }
  }

  private static void checkLengths(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
    Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
    if (keyLength > TableFormat.MAX_KEY_LENGTH || valueLength > TableFormat.MAX_VALUE_LENGTH) {
      throw new IllegalArgumentException(
          "a key may have 65535 bytes and a value 256 MiB, not "
              + keyLength
              + " and "
              + valueLength
              + " bytes");
    }
  }

  private void writeBlock() throws IOException {
    int length = block.build(sequence.count() - block.count());
    lastCount = block.count();
    lastHandle = write(block.block(), length);
    block.clear();
  }

  /** Writes an entry that fills a block by itself, without a copy where it is huge. */
  private void writeAlone(
      byte[] key,
      int keyOffset,
      int keyLength,
      long tag,
      byte[] value,
      int valueOffset,
      int valueLength)
      throws IOException {
    byte[] head = DataBlockBuilder.headOfSingle(sequence.count(), key, keyOffset, keyLength, tag);
    lastCount = 1;
    if (valueLength > BlockWriter.LONGEST_PACKED) {
      lastHandle = writer.writePlain(head, value, valueOffset, valueLength);
    } else {
      byte[] single = DataBlockBuilder.single(head, value, valueOffset, valueLength);
      lastHandle = write(single, single.length);
    }
  }

  /**
   * A reader allows separators about as many bytes as the data blocks have in the file. Where keys
   * are so long and alike that they would have more, blocks are not packed: a plain block is longer
   * than its separator.
   */
  private BlockHandle write(byte[] bytes, int length) throws IOException {
    long separators = index.separatorBytes() + TableFormat.MAX_KEY_LENGTH;
    return separators > writer.position() + TableFormat.SEPARATORS_FREE
        ? writer.writePlain(bytes, length)
        : writer.writeData(bytes, length);
  }

  /** Adds the block written last to the index, now that the key after it is known. */
  private void indexLastBlock(boolean newKey, byte[] key, int keyOffset, int keyLength) {
    int lastLength = sequence.lastKeyLength();
    if (newKey) {
      byte[] separator = Arrays.copyOf(sequence.lastKey(), lastLength);
      int length = BlockIndexBuilder.separate(separator, lastLength, key, keyOffset, keyLength);
      index.add(lastHandle, lastCount, separator, length);
    } else {
      index.add(lastHandle, lastCount, sequence.lastKey(), lastLength, sequence.lastTag());
    }
    lastCount = 0;
  }

  private TableProperties writeTail(byte[] note) throws IOException {
    long dataEnd = writer.position();
    byte[] filter =
        options.filter().build(filterKeys.takeHashes(), filterKeys.count(), salt(fileId));
    BlockHandle filterHandle = writer.writePlain(filter, filter.length);
    int blocks = index.count();
    ByteWriter indexBlock = index.build();
    BlockHandle indexHandle = writer.writeIndex(indexBlock.array(), indexBlock.length());
    TableProperties draft = properties(blocks, dataEnd, filterHandle, indexHandle, 0, note);
    ByteWriter propertiesBlock = new ByteWriter(128 + note.length);
    draft.encode(propertiesBlock);
    BlockHandle propertiesHandle =
        writer.writePlain(propertiesBlock.array(), propertiesBlock.length());
    Footer footer = new Footer(filterHandle, indexHandle, propertiesHandle);
    writer.append(footer.encode(fileId), Footer.LENGTH);
    return properties(blocks, dataEnd, filterHandle, indexHandle, writer.position(), note);
  }

  private TableProperties properties(
      int blocks,
      long dataEnd,
      BlockHandle filter,
      BlockHandle indexHandle,
      long fileBytes,
      byte[] note) {
    return new TableProperties(
        sequence.count(),
        filterKeys.keys(),
        blocks,
        sequence.rawBytes(),
        dataEnd - Frame.HEADER_BYTES,
        filter.storedLength(),
        indexHandle.storedLength(),
        fileBytes,
        sequence.smallestTag(),
        sequence.largestTag(),
        sequence.smallestKey(),
        Arrays.copyOf(sequence.lastKey(), sequence.lastKeyLength()),
        writer.codecsUsed(),
        options.prefix(),
        filterKeys.prefixes(),
        note);
  }

  /** Spreads the file id over 64 bits (the finaliser of SplitMix64), so that tables differ. */
  private static long salt(long fileId) {
    long z = fileId + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
