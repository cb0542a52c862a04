package dev.malkoha.sstable;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;

/**
 * What a table keeps in memory while it is open, read from its file and proved.
 *
 * @param footer where all of it lies in the file
 * @param filterProblem why the filter cannot be used, or empty
 */
record TableParts(
    BlockFile file,
    Footer footer,
    BlockIndex index,
    TableProperties properties,
    Filter filter,
    String filterProblem) {

  private static final int SHORTEST_FILE = TableFormat.HEADER_LENGTH + Footer.LENGTH;

  /** Reads header, footer, index, properties and filter. Only a bad filter can be lived with. */
  static TableParts read(ReadableFile readable, long fileId) throws IOException {
    BlockFile file = new BlockFile(readable, fileId);
    if (file.size() < SHORTEST_FILE) {
      throw new CorruptTableException(
          file.name(), 0, "expected at least " + SHORTEST_FILE + " bytes, found " + file.size());
    }
    byte[] header = new byte[TableFormat.HEADER_LENGTH];
    file.read(0, header, 0, header.length);
    TableFormat.checkHeader(file.name(), header, fileId);
    byte[] end = new byte[Footer.LENGTH];
    long footerOffset = file.size() - Footer.LENGTH;
    file.read(footerOffset, end, 0, end.length);
    Footer footer = Footer.decode(file.name(), end, footerOffset, fileId);
    TableProperties properties =
        TableProperties.decode(
            reader(file, footer.properties(), TableFormat.MAX_PROPERTIES_LENGTH), footer);
    file.requireCodecs(properties.codecs());
    long longest = TableFormat.mostIndexLength(footer.index().storedLength());
    BlockIndex index =
        BlockIndexParser.parse(reader(file, footer.index(), longest), footer.filter().offset());
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

  private static VarintReader reader(BlockFile file, BlockHandle handle, long longest)
      throws IOException {
    byte[] block = file.read(handle, longest);
    return new VarintReader(file.name(), handle.offset(), block, 0, BlockFile.rawLength(block));
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
