package dev.malkoha.sstable;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One complete check of a table, from its file's bytes. */
final class TableVerifier {

  private final TableParts parts;
  private final BlockIndex index;
  private final TableCursor cursor;
  private final KeyHasher hasher;
  private final @Nullable DeletionVector vector;

  private byte[] lastKey = {};
  private long lastPrefix;
  private long lastTag;
  private int lastBlock;
  private boolean lastKeyLives;

  private byte[] smallestKey = {};
  private long smallestTag;
  private long largestTag;
  private long entries;
  private long distinctKeys;
  private long liveKeys;
  private final PrefixCheck prefixes;
  private long rawBytes;

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
    if (entries > 0) {
      checkFilter();
      checkSeparator(lastKey, lastKey.length, lastTag, true);
    }
    checkProperties();
    checkFilterKeys();
  }

  private void checkEntry() throws CorruptTableException {
    boolean newKey = entries == 0 || !cursorIsOnLastKey();
    if (entries == 0) {
      smallestKey = key();
      smallestTag = cursor.tag();
      largestTag = cursor.tag();
    } else {
      require(compareWithLast() < 0, "entries are out of order");
      checkBlockChange();
      if (newKey) {
        checkFilter();
      }
    }
    require(isFound(), "a key of this block is not found by a search");
    boolean lives = vector == null || !vector.isDead(cursor.ordinal());
    lastKeyLives = newKey ? lives : lastKeyLives || lives;
    remember(newKey);
  }

  private void remember(boolean newKey) {
    if (newKey) {
      lastKey = key();
      lastPrefix = cursor.keyPrefix();
      distinctKeys++;
    }
    lastTag = cursor.tag();
    lastBlock = cursor.blockNumber();
    smallestTag = Long.compareUnsigned(lastTag, smallestTag) < 0 ? lastTag : smallestTag;
    largestTag = Long.compareUnsigned(lastTag, largestTag) > 0 ? lastTag : largestTag;
    rawBytes += cursor.keyLength() + cursor.valueLength();
    entries++;
  }

  private byte[] key() {
    int offset = cursor.keyOffset();
    return Arrays.copyOfRange(cursor.keyBuffer(), offset, offset + cursor.keyLength());
  }

  private boolean cursorIsOnLastKey() {
    int offset = cursor.keyOffset();
    return Arrays.equals(
        lastKey, 0, lastKey.length, cursor.keyBuffer(), offset, offset + cursor.keyLength());
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

  private int compareWithLast() {
    return EntryOrder.compare(
        lastPrefix,
        lastKey,
        0,
        lastKey.length,
        lastTag,
        cursor.keyPrefix(),
        cursor.keyBuffer(),
        cursor.keyOffset(),
        cursor.keyLength(),
        cursor.tag());
  }

  /** At a block's first entry: the separator must lie between it and the entry before. */
  private void checkBlockChange() throws CorruptTableException {
    if (cursor.blockNumber() != lastBlock) {
      checkSeparator(lastKey, lastKey.length, lastTag, true);
      checkSeparator(key(), cursor.keyLength(), cursor.tag(), false);
    }
  }

  private void checkSeparator(byte[] key, int length, long tag, boolean isLastOfBlock)
      throws CorruptTableException {
    boolean covered = index.compareSeparator(lastBlock, key, 0, length, tag) >= 0;
    require(covered == isLastOfBlock, "the index does not separate this block from the next");
  }

  private void checkFilter() throws CorruptTableException {
    boolean found = parts.filter().mayContain(hasher.hash(lastKey, 0, lastKey.length));
    require(found || !lastKeyLives, "the filter does not know a key of this block");
    liveKeys += lastKeyLives ? 1 : 0;
    require(
        prefixes.isKnown(lastKey, lastKeyLives),
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
    boolean same =
        properties.entries() == entries
            && properties.distinctKeys() == distinctKeys
            && properties.prefixes() == prefixes.all()
            && properties.rawBytes() == rawBytes
            && properties.smallestTag() == smallestTag
            && properties.largestTag() == largestTag
            && Arrays.equals(properties.smallestKey(), smallestKey)
            && Arrays.equals(properties.largestKey(), lastKey);
    require(same, "the properties do not describe the entries");
  }

  private void require(boolean isSo, String problem) throws CorruptTableException {
    if (!isSo) {
      long offset = entries == 0 ? index.dataEnd() : index.handle(lastBlock).offset();
      throw new CorruptTableException(parts.file().name(), offset, problem);
    }
  }
}
