package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterKind;

/** The choice of the look-up that suits a cuckoo block's shape. */
public final class CuckooFilters {

  private CuckooFilters() {}

  /** Why the header does not fit a payload of this length; empty if it does. */
  public static String mismatch(BlockHeader header, int payloadLength) {
    return header.kind() == FilterKind.WINDOWED_CUCKOO
        ? WindowedCuckooFilter.mismatch(header, payloadLength)
        : bucketMismatch(header, payloadLength);
  }

  private static String bucketMismatch(BlockHeader header, int payloadLength) {
    int bits = header.width();
    if (bits < CuckooGeometry.MIN_FINGERPRINT_BITS || bits > CuckooGeometry.MAX_FINGERPRINT_BITS) {
      return "cuckoo filter block with fingerprints of " + bits + " bits";
    }
    if (header.bucketSlots() != CuckooPolicy.BUCKET_SLOTS) {
      return "cuckoo filter block with buckets of " + header.bucketSlots() + " slots";
    }
    if (header.buckets() < 1 || header.buckets() > payloadLength) {
      return "cuckoo filter block with " + header.buckets() + " buckets in " + payloadLength;
    }
    CuckooGeometry geometry = geometry(header);
    if (geometry.payloadBytes() != payloadLength) {
      return "cuckoo filter block of a wrong length: payload of "
          + payloadLength
          + " bytes, expected "
          + geometry.payloadBytes();
    }
    return header.live() + header.removed() > geometry.slots()
        ? "cuckoo filter block with more keys than slots"
        : "";
  }

  /** The filter over the payload at {@code payload}. */
  public static Filter open(BlockHeader header, byte[] block, int payload) {
    if (header.kind() == FilterKind.WINDOWED_CUCKOO) {
      return new WindowedCuckooFilter(header, block, payload);
    }
    return header.width() <= NarrowCuckooFilter.MAX_FINGERPRINT_BITS
        ? new NarrowCuckooFilter(header, block, payload)
        : new WideCuckooFilter(header, block, payload);
  }

  static CuckooGeometry geometry(BlockHeader header) {
    return new CuckooGeometry(header.width(), header.bucketSlots(), header.buckets());
  }
}
