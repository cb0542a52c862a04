package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.sstable.index.BlockIndexParser;
import dev.malkoha.storage.ReadableFile;

/**
 * What a table keeps in memory while it is open, read from its file and proved.
 *
 * @param footer where all of it lies in the file
 * @param filterProblem why the filter cannot be used, or empty
 */
public record TableParts(
    BlockFile file,
    Footer footer,
    BlockIndex index,
    TableProperties properties,
    Filter filter,
    String filterProblem) {

  private static final int SHORTEST_FILE = Frame.HEADER_BYTES + Footer.LENGTH;

  /** Reads header, footer, index, properties and filter. Only a bad filter can be lived with. */
  public static TableParts read(ReadableFile readable, long fileId) throws IOException {
    BlockFile file = new BlockFile(readable, fileId);
    if (file.size() < SHORTEST_FILE) {
      throw new CorruptTableException(
          file.name(), 0, "expected at least " + SHORTEST_FILE + " bytes, found " + file.size());
    }
    Footer footer = footer(file, fileId);
    TableProperties properties =
        decoded(
            file,
            footer.properties(),
            TableFormat.MAX_PROPERTIES_LENGTH,
            reader -> TableProperties.decode(reader, footer));
    file.requireCodecs(properties.codecs());
    BlockIndex index =
        decoded(
            file,
            footer.index(),
            TableFormat.mostIndexLength(footer.index().storedLength()),
            reader -> BlockIndexParser.parse(reader, footer.filter().offset()));
    checkCounts(file, footer, index, properties);
    String damage = "";
    byte[] filterBlock = new byte[BlockFile.SLACK];
    try {
      filterBlock = file.read(footer.filter(), footer.filter().storedLength());
    } catch (CorruptTableException e) {
      damage = String.valueOf(e.getMessage());
    }
    Filter filter = Filters.open(filterBlock, 0, BlockFile.rawLength(filterBlock));
    String problem = damage.isEmpty() ? filter.problem() : damage;
    return new TableParts(file, footer, index, properties, filter, problem);
  }

  /** The same parts with another state of the filter. */
  TableParts with(Filter other) {
    return new TableParts(file, footer, index, properties, other, filterProblem);
  }

  /** Proves the header, then reads the footer. */
  private static Footer footer(BlockFile file, long fileId) throws IOException {
    byte[] header = new byte[Frame.HEADER_BYTES];
    file.read(0, header, 0, header.length);
    byte[] footer = new byte[Footer.LENGTH];
    long footerOffset = file.size() - Footer.LENGTH;
    file.read(footerOffset, footer, 0, footer.length);
    long offset = 0;
    try {
      Frame.checkHeader(header, TableFormat.MAGIC, TableFormat.VERSION, fileId);
      offset = footerOffset;
      return Footer.decode(footer, footerOffset, fileId);
    } catch (MalformedBytesException e) {
      throw new CorruptTableException(file.name(), offset, e);
    }
  }

  /** The content of a block, as its decoder takes it. */
  private static <T> T decoded(
      BlockFile file, BlockHandle handle, long longest, Function<ByteReader, T> decoder)
      throws IOException {
    byte[] block = file.read(handle, longest);
    try {
      return decoder.apply(new ByteReader(block, 0, BlockFile.rawLength(block)));
    } catch (MalformedBytesException e) {
      throw new CorruptTableException(file.name(), handle.offset(), e);
    }
  }

  private static void checkCounts(
      BlockFile file, Footer footer, BlockIndex index, TableProperties properties)
      throws CorruptTableException {
    if (index.count() != properties.dataBlocks()
        || index.firstOrdinal(index.count()) != properties.entries()) {
      throw new CorruptTableException(
          file.name(),
          footer.properties().offset(),
          "the properties and the index count different entries or blocks");
    }
  }
}
