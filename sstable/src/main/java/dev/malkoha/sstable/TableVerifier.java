package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.index.BlockIndex;
import org.jspecify.annotations.Nullable;

/** One complete check of a table, from its file's bytes. */
final class TableVerifier {

  private final TableParts parts;
  private final BlockIndex index;
  private final TableCursor cursor;
  private final KeyHasher hasher;
  private final @Nullable DeletionVector vector;

  /** The entries before the cursor's. */
  private final EntrySequence sequence = new EntrySequence();

  private final PrefixCheck prefixes;
  private int lastBlock;
  private boolean lastKeyLives;
  private long distinctKeys;
  private long liveKeys;

  /** A check of a view of a table, whose filter was changed with the vector. */
  TableVerifier(TableParts parts, KeyHasher hasher, @Nullable DeletionVector vector) {
    this.parts = parts;
    this.index = parts.index();
    // A cache that keeps nothing, so that every block comes from the file.
    DataBlocks blocks = new DataBlocks(parts, new BlockCache(0));
    this.cursor = new TableCursor(index, blocks, false, null, 0);
    this.hasher = hasher;
    this.vector = vector;
    this.prefixes = new PrefixCheck(parts.properties().prefix(), parts.filter(), hasher);
  }

  void run() throws IOException {
    parts.file().read(parts.footer().filter());
    for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
      checkEntry();
    }
    if (sequence.count() > 0) {
      checkFilter();
      checkLastIsCovered();
    }
    checkProperties();
    checkFilterKeys();
  }

  private void checkEntry() throws CorruptTableException {
    long prefix = cursor.keyPrefix();
    byte[] key = cursor.keyBuffer();
    int offset = cursor.keyOffset();
    int length = cursor.keyLength();
    long tag = cursor.tag();
    int order = sequence.compareLast(prefix, key, offset, length, tag);
    require(order <= 0, "entries are out of order");
    boolean newKey = order < 0;
    if (sequence.count() > 0) {
      checkBlockChange();
      if (newKey) {
        checkFilter();
      }
    }
    require(isFound(), "a key of this block is not found by a search");
    boolean lives = vector == null || !vector.isDead(cursor.ordinal());
    lastKeyLives = newKey ? lives : lastKeyLives || lives;
    distinctKeys += newKey ? 1 : 0;
    lastBlock = cursor.blockNumber();
    sequence.append(newKey, prefix, key, offset, length, tag, cursor.valueLength());
  }

  /** A search goes by the heads alone, which a walk does not need: they may not fit the keys. */
  private boolean isFound() {
    long position = cursor.ordinal() - index.firstOrdinal(cursor.blockNumber());
    return position
        == BlockSearch.find(
            cursor.valueBuffer(),
            cursor.keyBuffer(),
            cursor.keyOffset(),
            cursor.keyLength(),
            cursor.tag());
  }

  /** At a block's first entry: the separator must lie between it and the entry before. */
  private void checkBlockChange() throws CorruptTableException {
    if (cursor.blockNumber() != lastBlock) {
      checkLastIsCovered();
      requireSeparated(
          index.compareSeparator(
                  lastBlock,
                  cursor.keyBuffer(),
                  cursor.keyOffset(),
                  cursor.keyLength(),
                  cursor.tag())
              < 0);
    }
  }

  private void checkLastIsCovered() throws CorruptTableException {
    byte[] key = sequence.lastKey();
    int length = sequence.lastKeyLength();
    requireSeparated(index.compareSeparator(lastBlock, key, 0, length, sequence.lastTag()) >= 0);
  }

  private void requireSeparated(boolean isSo) throws CorruptTableException {
    require(isSo, "the index does not separate this block from the next");
  }

  private void checkFilter() throws CorruptTableException {
    byte[] key = sequence.lastKey();
    int length = sequence.lastKeyLength();
    boolean found = parts.filter().mayContain(hasher.hash(key, 0, length));
    require(found || !lastKeyLives, "the filter does not know a key of this block");
    liveKeys += lastKeyLives ? 1 : 0;
    require(
        prefixes.isKnown(key, length, lastKeyLives),
        "the filter does not know the prefix of a key of this block");
  }

  private void checkFilterKeys() throws CorruptTableException {
    if (parts.filter() instanceof RemovableFilter filter) {
      long expected =
          filter.removed() == 0 ? distinctKeys + prefixes.all() : liveKeys + prefixes.live();
      require(
          filter.keys() == expected,
          "expected a filter of %s keys and prefixes, found one of %s"
              .formatted(expected, filter.keys()));
    }
  }

  private void checkProperties() throws CorruptTableException {
    TableProperties properties = parts.properties();
    byte[] largest = properties.largestKey();
    boolean same =
        properties.entries() == sequence.count()
            && properties.distinctKeys() == distinctKeys
            && properties.prefixes() == prefixes.all()
            && properties.rawBytes() == sequence.rawBytes()
            && properties.smallestTag() == sequence.smallestTag()
            && properties.largestTag() == sequence.largestTag()
            && Arrays.equals(properties.smallestKey(), sequence.smallestKey())
            && Bytes.compare(
                    largest, 0, largest.length, sequence.lastKey(), 0, sequence.lastKeyLength())
                == 0;
    require(same, "the properties do not describe the entries");
  }

  private void require(boolean isSo, String problem) throws CorruptTableException {
    if (!isSo) {
      long offset = sequence.count() == 0 ? index.dataEnd() : index.handle(lastBlock).offset();
      throw new CorruptTableException(parts.file().name(), offset, problem);
    }
  }
}
