package dev.malkoha.sstable.sidecar;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import org.roaringbitmap.BitSetUtil;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a section of a sidecar holds, read and found to make sense by itself; whether it fits a
 * table is for {@link #deletionsOf} to find out.
 */
public final class SidecarContent {

  /** The least size of a removal, in bytes. */
  private static final int SHORTEST_REMOVAL = 2;

  private static final long LOW_32 = 0xFFFF_FFFFL;

  /** The numbers of the table's entries, of dead ones, and of keys without a live one. */
  private final int entries;

  private final int dead;
  private final int deadKeys;

  /** The dead entries' ordinals. */
  private final RoaringBitmap bitmap;

  /** The removals taken out of the filter, ascending as unsigned numbers. */
  private final long[] removals;

  private SidecarContent(ByteReader reader) {
    this.entries = reader.readInt(Integer.MAX_VALUE);
    this.dead = reader.readInt(entries);
    this.deadKeys = reader.readInt(dead);
    this.bitmap = decodeBitmap(reader);
    if (bitmap.getLongCardinality() != dead) {
      throw new MalformedBytesException(
          "expected %s dead entries, found %s".formatted(dead, bitmap.getLongCardinality()));
    }
    if (dead > 0 && Integer.toUnsignedLong(bitmap.last()) >= entries) {
      throw new MalformedBytesException(
          "a dead entry's ordinal is not below the table's " + entries);
    }
    this.removals = decodeRemovals(reader, 2L * deadKeys);
    reader.expectEnd();
  }

  /** Writes a table's deletions. */
  static void encode(TableDeletions deletions, ByteWriter into) {
    DeletionVector vector = deletions.vector();
    into.writeVarint(vector.entries());
    into.writeVarint(vector.dead());
    into.writeVarint(deletions.deadKeys());
    encodeBitmap(vector, into);
    encodeRemovals(deletions, into);
  }

  /** Reads what {@link #encode} wrote, and refuses what it cannot have written. */
  public static SidecarContent decode(ByteReader reader) {
    return new SidecarContent(reader);
  }

  private static void encodeBitmap(DeletionVector vector, ByteWriter into) {
    RoaringBitmap bitmap = BitSetUtil.bitmapOf(vector.words());
    bitmap.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
    bitmap.serialize(bytes);
    into.writeBytes(bytes.array());
  }

  private static RoaringBitmap decodeBitmap(ByteReader reader) {
    byte[] bytes = reader.readBytes();
    RoaringBitmap bitmap = new RoaringBitmap();
    boolean sound;
    try {
      bitmap.deserialize(ByteBuffer.wrap(bytes));
      sound = bitmap.validate() && bitmap.serializedSizeInBytes() == bytes.length;
    } catch (IOException | RuntimeException e) {
      throw new MalformedBytesException("the bitmap cannot be read", e);
    }
    if (!sound) {
      throw new MalformedBytesException("the bitmap contradicts itself");
    }
    return bitmap;
  }

  private static void encodeRemovals(TableDeletions deletions, ByteWriter into) {
    into.writeVarint(deletions.removalCount());
    long lastBucket = 0;
    for (int i = 0; i < deletions.removalCount(); i++) {
      long removal = deletions.removal(i);
      long bucket = removal >>> Integer.SIZE;
      into.writeVarint(bucket - lastBucket);
      into.writeVarint(removal & LOW_32);
      lastBucket = bucket;
    }
  }

  private static long[] decodeRemovals(ByteReader reader, long most) {
    int fit = reader.remaining() / SHORTEST_REMOVAL;
    long[] removals = new long[reader.readInt((int) Math.min(most, fit))];
    long bucket = 0;
    long last = 0;
    for (int i = 0; i < removals.length; i++) {
      long gap = reader.readVarint();
      long fingerprint = reader.readVarint();
      if (gap < 0 || gap > LOW_32 - bucket || fingerprint < 1 || fingerprint > LOW_32) {
        throw new MalformedBytesException(
            "a removal is of a bucket or a fingerprint that no filter has");
      }
      bucket += gap;
      removals[i] = bucket << Integer.SIZE | fingerprint;
      if (Long.compareUnsigned(removals[i], last) < 0) {
        throw new MalformedBytesException("the removals are out of order");
      }
      last = removals[i];
    }
    return removals;
  }

  /**
   * The deletions of a table.
   *
   * @throws MalformedBytesException if this is not of the table
   */
  TableDeletions deletionsOf(TableReader table) {
    if (entries != table.properties().entries()) {
      throw new MalformedBytesException(
          "expected the deletions of a table of %s entries, found those of one of %s"
              .formatted(table.properties().entries(), entries));
    }
    TableDeletions deletions = new TableDeletions(vector(), deadKeys, removals);
    String mismatch = deletions.mismatch(table);
    if (!mismatch.isEmpty()) {
      throw new MalformedBytesException("found " + mismatch);
    }
    return deletions;
  }

  /** The dead entries. */
  public DeletionVector vector() {
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    bitmap.forEach((IntConsumer) builder::add);
    return builder.build();
  }

  public int entries() {
    return entries;
  }

  public int dead() {
    return dead;
  }

  public int deadKeys() {
    return deadKeys;
  }

  public RoaringBitmap bitmap() {
    return bitmap;
  }

  public int removalCount() {
    return removals.length;
  }

  public long removal(int index) {
    return removals[index];
  }
}
