package dev.malkoha.filter.cuckoo;

/**
 * The local search that places fingerprints whose four slots are taken, by displacing others.
 *
 * <p>Every slot has a label, a lower bound on the number of displacements from there to a free
 * slot. A fingerprint takes the lowest labelled of its four slots, whose label rises to one more
 * than the next best, and whoever was there goes on in the same manner. After Khosla: "Balls into
 * Bins Made Faster", ESA 2013.
 *
 * <p>Several searches go on side by side, a step of each in turn, so that the processor waits for
 * their memory together. One that ends is followed by the next without a branch: where it ends
 * cannot be predicted, and a wrong guess would throw away the steps after it.
 */
final class WindowSearch {

  /** The answer that nothing is left. */
  static final long ALL_PLACED = -1;

  /** At load 0.95 labels reach 7: a slot so far from a free one that the search is given up. */
  private static final int MAX_LABEL = WindowCells.MAX_LABEL;

  private static final int LANES = 8;

  private static final int RANK_BITS = WindowCells.LABEL_BITS + 2;
  private static final int RANK_MASK = (1 << RANK_BITS) - 1;

  private static final long GIVEN_UP = -2;

  private final WindowCells cells;
  private final Homeless homeless;
  private final long[] lanes = new long[LANES];
  private final int cellBits;
  private final long cellMask;
  private final int fingerprintBits;
  private final long windows;
  private final long fingerprints;

  WindowSearch(WindowGeometry geometry, WindowCells cells, Homeless homeless) {
    this.cells = cells;
    this.homeless = homeless;
    this.cellBits = cells.cellBits();
    this.cellMask = cells.cellMask();
    this.fingerprintBits = geometry.fingerprintBits();
    this.windows = geometry.windows();
    this.fingerprints = geometry.fingerprints();
  }

  /**
   * Places all homeless fingerprints.
   *
   * @param maxSteps all searches together may take this many displacements
   * @return {@link #ALL_PLACED}, or one that found no slot
   */
  long place(long maxSteps) {
    long stepsLeft = maxSteps;
    int next = Math.min(LANES, homeless.count());
    for (int lane = 0; lane < next; lane++) {
      lanes[lane] = homeless.get(lane);
    }
    while (next + LANES <= homeless.count()) {
      stepsLeft -= LANES;
      for (int lane = 0; lane < LANES; lane++) {
        long displaced = step(lanes[lane]);
        if (displaced == GIVEN_UP || stepsLeft < 0) {
          return lanes[lane];
        }
        long ended = ended(displaced);
        lanes[lane] = displaced ^ ((displaced ^ homeless.get(next)) & ended);
        next -= (int) ended;
      }
    }
    return placeLast(next, stepsLeft);
  }

  /** Places what is in the lanes, and the homeless from {@code next} on, one by one. */
  private long placeLast(int next, long maxSteps) {
    long stepsLeft = maxSteps;
    int inLanes = Math.min(LANES, homeless.count());
    int rest = inLanes + homeless.count() - next;
    for (int i = 0; i < rest; i++) {
      long entry = i < inLanes ? lanes[i] : homeless.get(next + i - inLanes);
      while (ended(entry) == 0) {
        long displaced = step(entry);
        if (displaced == GIVEN_UP || stepsLeft-- < 0) {
          return entry;
        }
        entry = displaced;
      }
    }
    return ALL_PLACED;
  }

  /** All ones if the slot that was taken was free, else 0. */
  private static long ended(long displaced) {
    return (Homeless.fingerprint(displaced) - 1) >> 63;
  }

  /** Gives a fingerprint a slot; returns what was there, with fingerprint 0 if nothing was. */
  private long step(long entry) {
    long fingerprint = Homeless.fingerprint(entry);
    int left = Homeless.window(entry);
    int right = (int) WindowKey.second(left, fingerprint, windows);
    long leftCells = cells.window(left);
    long rightCells = cells.window(right);
    int ranking =
        twoLowest(
            label(leftCells),
            label(leftCells >>> cellBits),
            label(rightCells),
            label(rightCells >>> cellBits));
    int next = ranking >>> RANK_BITS;
    if ((ranking & RANK_MASK) >>> 2 == MAX_LABEL) {
      return GIVEN_UP;
    }
    int candidate = ranking & 3;
    int inRight = -WindowKey.choice(candidate);
    int position = WindowKey.position(candidate);
    int shift = cellBits & -position;
    int window = left + ((right - left) & inRight);
    long both = leftCells ^ ((leftCells ^ rightCells) & inRight);
    long old = (both >>> shift) & cellMask;
    long content = fingerprint | (long) candidate << fingerprintBits;
    long label = Math.min(MAX_LABEL, 1 + next);
    long cell = content << WindowCells.LABEL_BITS | label;
    cells.setWindow(window, both ^ (old ^ cell) << shift);
    return homeless(old >>> WindowCells.LABEL_BITS, window + position);
  }

  /** The entry that was displaced from a slot. */
  private long homeless(long content, int slot) {
    int tag = (int) (content >>> fingerprintBits);
    long fingerprint = content & fingerprints;
    int window = slot - WindowKey.position(tag);
    int first = (int) WindowKey.firstOf(window, WindowKey.choice(tag), fingerprint, windows);
    return Homeless.of(first, fingerprint);
  }

  private static int label(long cell) {
    return (int) cell & MAX_LABEL;
  }

  /**
   * The candidate with the lowest label in the low two bits, that label above it, the next higher
   * label above that. The minima compile to conditional moves; these comparisons are unpredictable.
   */
  private static int twoLowest(int a, int b, int c, int d) {
    int first = a << 2;
    int second = b << 2 | 1;
    int third = c << 2 | 2;
    int fourth = d << 2 | 3;
    int lowOne = Math.min(first, second);
    int lowTwo = Math.min(third, fourth);
    int high = Math.min(Math.max(first, second), Math.max(third, fourth));
    int next = Math.min(Math.max(lowOne, lowTwo), high);
    return (next >>> 2) << RANK_BITS | Math.min(lowOne, lowTwo);
  }
}
