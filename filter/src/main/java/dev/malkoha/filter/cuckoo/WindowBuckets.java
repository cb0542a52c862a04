package dev.malkoha.filter.cuckoo;

/**
 * The overlapping windows of a windowed cuckoo filter. An entry is a slot's content under position
 * 0: a fingerprint, with the choice above it. What is evicted has its own position, since it may be
 * of a neighbouring window.
 */
final class WindowBuckets implements Buckets {

  private static final int SLOTS = WindowGeometry.WINDOW_SLOTS;

  private final SlotArray slots;
  private final long windows;
  private final int fingerprintBits;
  private final long fingerprints;
  private final long slotMask;
  private final int slotBits;

  /** The bit that is set in a window's right slot. */
  private final long position;

  /** The bit that is set in a key's second window. */
  private final long choice;

  WindowBuckets(WindowGeometry geometry, byte[] block, int payload) {
    this.slots = new SlotArray(block, payload, geometry.slotBits());
    this.windows = geometry.windows();
    this.fingerprintBits = geometry.fingerprintBits();
    this.fingerprints = geometry.fingerprints();
    this.slotBits = geometry.slotBits();
    this.slotMask = (1L << slotBits) - 1;
    this.position = 1L << fingerprintBits;
    this.choice = position << 1;
  }

  @Override
  public int bucketSlots() {
    return SLOTS;
  }

  @Override
  public long count() {
    return windows;
  }

  @Override
  public long used() {
    long used = 0;
    for (long slot = 0; slot < windows + SLOTS - 1; slot++) {
      long content = slots.get(slot);
      if (content != 0) {
        check(slot, content);
        used++;
      }
    }
    return used;
  }

  private void check(long slot, long content) {
    long window = windowOf(slot, content);
    if ((content & fingerprints) == 0 || window < 0 || window >= windows) {
      throw new IllegalArgumentException("filter block holds a fingerprint of no window");
    }
  }

  @Override
  public boolean put(long window, long entry) {
    return replace(window, 0, 0, entry, entry | position);
  }

  @Override
  public boolean remove(long window, long entry) {
    return replace(window, entry, entry | position, 0, 0);
  }

  private boolean replace(long window, long left, long right, long newLeft, long newRight) {
    long both = slots.window(window);
    if ((both & slotMask) == left) {
      slots.set(window, newLeft);
      return true;
    }
    if (((both >>> slotBits) & slotMask) == right) {
      slots.set(window + 1, newRight);
      return true;
    }
    return false;
  }

  @Override
  public long other(long window, long entry) {
    long fingerprint = entry & fingerprints;
    return (entry & choice) == 0
        ? WindowKey.second(window, fingerprint, windows)
        : WindowKey.firstOf(window, 1, fingerprint, windows);
  }

  @Override
  public long moved(long entry) {
    return (entry & ~position) ^ choice;
  }

  @Override
  public long evict(long at, long entry) {
    long slot = slotOf(at);
    long evicted = slots.get(slot);
    slots.set(slot, at % SLOTS == 0 ? entry : entry | position);
    return evicted;
  }

  @Override
  public void restore(long at, long entry, long evicted) {
    slots.set(slotOf(at), evicted);
  }

  @Override
  public long otherBucket(long at, long evicted) {
    return other(windowOf(slotOf(at), evicted), evicted);
  }

  private static long slotOf(long at) {
    return at / SLOTS + at % SLOTS;
  }

  /** The window of what is in a slot. */
  private long windowOf(long slot, long content) {
    return slot - ((content >>> fingerprintBits) & 1);
  }
}
