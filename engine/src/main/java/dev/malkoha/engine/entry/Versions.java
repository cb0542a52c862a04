package dev.malkoha.engine.entry;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.range.RangeTombstones.RangeCover;
import dev.malkoha.engine.range.RangeWalker;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the versions of a key, newest first, with what covers them: what a reader sees, what a
 * merge keeps, and what dies with a tombstone. Nobody else decides that.
 *
 * <p>For a reader the newest version at or below its sequence number decides, unless a range delete
 * that it sees is newer. So readers need no memory between versions, and ask static methods. Only
 * where that version is an operand of a merge function do they go on, to the newest version before
 * those that it stands for.
 *
 * <p>For a merge, open snapshots cut the sequence numbers into stripes. Of each key and stripe only
 * the newest entry can be seen, and what it stands on if it is an operand, so the others go, and so
 * does one that a range delete of its stripe covers. A delete goes too when it is in the oldest
 * stripe and nothing older can lie beneath; there a put loses its sequence number, which no reader
 * can tell apart, unless a range delete covers its key: an older range must not seem newer than the
 * put.
 *
 * <p>The range deletes that a merge asks are those of the version that was pinned when it began.
 * Those that join while it runs are newer than all it reads, since memtables are flushed in order:
 * an entry that they cover stays covered when its number becomes 0. One that leaves meanwhile
 * covers nothing that is still there, whatever was done with its keys for its sake.
 *
 * <p>A merge's entries come in order, each key's newest first; {@link #startKey} begins each key.
 */
public final class Versions {

  /** The contents that a version may give its key. */
  public enum Content {
    /** No value; older versions do not count. */
    NOTHING,

    /** The entry's value; behind its expiry, if it has one. */
    VALUE,

    /** A value in a value file, to which the entry's value points. */
    POINTER,

    /** An operand, which changes what older versions give: see {@link Operand}. */
    OPERAND
  }

  /** Answers what lies beneath a merge, outside of it. */
  public interface Beneath {

    /** Whether no table there could hold a key, which the buffer begins with. Keys ascend. */
    boolean isEmptyAt(long prefix, byte[] buffer, int length);

    /**
     * Whether the key just asked about is proved to be in no table there. Asked of deletes alone.
     */
    default boolean provesAbsent(byte[] buffer, int length) {
      return false;
    }
  }

  /** By the codes of kinds: a scan asks for each entry. */
  private static final @Nullable Content[] CONTENTS = new Content[EntryKind.CODES];

  static {
    for (EntryKind kind : EntryKind.values()) {
      CONTENTS[kind.code()] = content(kind);
    }
  }

  /** All kinds from here on have an expiry before their value. */
  private static final int FIRST_OF_EXPIRY = EntryKind.PUT_UNTIL.code();

  private final SnapshotStripes stripes;
  private final RangeWalker ranges;
  private final Beneath beneath;
  private byte[] key = new byte[0];
  private int keyLength;
  private boolean bottom;
  private boolean underRange;
  private int stripeOfNewer;

  /** Whether nobody sees what is older in the stripe: something newer there is no operand. */
  private boolean isShut;

  private boolean isShadowed;

  /** The first sequence number that a newer operand of the stripe stands for. */
  private long first;

  /** The same of all operands of newer stripes. */
  private long firstOfNewer;

  /**
   * Interprets for a merge.
   *
   * @param stripes of the open snapshots
   * @param ranges the range deletes, durable now or with what the merge writes
   */
  public Versions(SnapshotStripes stripes, RangeWalker ranges, Beneath beneath) {
    this.stripes = stripes;
    this.ranges = ranges;
    this.beneath = beneath;
  }

  private static @Nullable Content content(EntryKind kind) {
    return switch (kind) {
      case PUT, PUT_UNTIL -> Content.VALUE;
      case PUT_APART, PUT_APART_UNTIL -> Content.POINTER;
      case DELETE -> Content.NOTHING;
      case MERGE -> Content.OPERAND;
      case DELETE_RANGE, INGESTION -> null;
    };
  }

  /** The content that a version gives its key if no range delete covers it. */
  public static Content content(long tag) {
    Content content = CONTENTS[EntryKind.code(tag)];
    if (content == null) {
      throw EntryKind.of(tag).misplaced();
    }
    return content;
  }

  /** Whether a version deletes what is older, and goes with it. */
  public static boolean isTombstone(long tag) {
    return content(tag) == Content.NOTHING;
  }

  /** Whether a version is an operand of a merge function. */
  public static boolean isOperand(long tag) {
    return content(tag) == Content.OPERAND;
  }

  /** The bytes before an entry's value that tell when it expires; 0 if it never does. */
  public static int expiryBytes(long tag) {
    return EntryKind.code(tag) >= FIRST_OF_EXPIRY ? Long.BYTES : 0;
  }

  /** When an entry with {@link #expiryBytes} expires, in milliseconds since 1970. */
  public static long expiry(byte[] value, int offset) {
    return Bytes.getLong(value, offset);
  }

  /**
   * Whether a version has expired for a reader: then it gives its key nothing, and hides what is
   * older.
   *
   * @param offset where the entry's value begins, with its expiry
   * @param time the reader's, asked of those alone that expire
   */
  public static boolean isExpired(long tag, byte[] value, int offset, LongSupplier time) {
    return expiryBytes(tag) > 0 && expiry(value, offset) <= time.getAsLong();
  }

  /** Whether a range delete of a sequence number covers a version of a key in its range. */
  public static boolean isCovered(long tag, long range) {
    return range > EntryKind.sequence(tag);
  }

  /**
   * What a reader sees of a key, whose prefix is given too.
   *
   * @param tag of the key's newest version at or below the reader's sequence number
   * @param cover at least the range deletes up to that number
   */
  public static Content seen(
      long tag, long sequence, RangeCover cover, long prefix, byte[] key, int offset, int length) {
    Content content = content(tag);
    return content != Content.NOTHING
            && isCovered(tag, cover.covering(prefix, key, offset, length, sequence))
        ? Content.NOTHING
        : content;
  }

  /**
   * Whether a version dies with a tombstone of its key, which may be that very version: it is not
   * newer, and no snapshot sees it without the tombstone.
   */
  public static boolean diesWith(long tombstone, long tag, SnapshotStripes stripes) {
    return Long.compareUnsigned(tag, tombstone) <= 0
        && stripes.of(EntryKind.sequence(tag)) == stripes.of(EntryKind.sequence(tombstone));
  }

  /**
   * Begins a key of a merge, whose prefix is given too.
   *
   * @param buffer begins with the key, until the next one is begun
   */
  public void startKey(long prefix, byte[] buffer, int length) {
    key = buffer;
    keyLength = length;
    underRange = ranges.moveTo(prefix, buffer, 0, length);
    bottom = beneath.isEmptyAt(prefix, buffer, length);
    stripeOfNewer = -1;
    first = Long.MAX_VALUE;
    firstOfNewer = Long.MAX_VALUE;
  }

  /**
   * What an entry of a merge is: one that has expired for the oldest reader of its stripe, and so
   * for all of them, is a delete of its number.
   */
  public long aged(long tag, byte[] value, int offset) {
    if (expiryBytes(tag) == 0) {
      return tag;
    }
    long sequence = EntryKind.sequence(tag);
    boolean isExpired = expiry(value, offset) <= stripes.time(stripes.of(sequence));
    return isExpired ? EntryKind.tag(sequence, EntryKind.DELETE) : tag;
  }

  /**
   * Whether a merge keeps the next entry of the key. Once for each entry.
   *
   * @param itsFirst the first sequence number that it stands for, if it is an operand
   */
  public boolean keep(long tag, long itsFirst) {
    int stripe = stripes.of(EntryKind.sequence(tag));
    if (stripe != stripeOfNewer) {
      firstOfNewer = Math.min(firstOfNewer, first);
      first = Long.MAX_VALUE;
      isShut = false;
      stripeOfNewer = stripe;
    }
    isShadowed = isShut || EntryKind.sequence(tag) >= first;
    boolean covered = underRange && isCovered(tag, ranges.covering(stripes.end(stripe)));
    if (isOperand(tag)) {
      first = Math.min(first, itsFirst);
    } else {
      isShut = true;
    }
    return !isShadowed && !covered && (!isTombstone(tag) || !coversNothing());
  }

  /**
   * Whether a tombstone where the last entry was covers nothing: no snapshot is older, so it would
   * be needed only for what lies beneath.
   */
  public boolean coversNothing() {
    return stripeOfNewer == 0 && (bottom || beneath.provesAbsent(key, keyLength));
  }

  /** The stripe of the last entry that was asked about. */
  public int stripe() {
    return stripeOfNewer;
  }

  /** Whether an operand of a newer stripe stands for an entry: it is kept as it is. */
  public boolean isStoodFor(long tag) {
    return EntryKind.sequence(tag) >= firstOfNewer;
  }

  /** Whether something newer in its stripe hides the last entry, or stands for it. */
  public boolean isShadowed() {
    return isShadowed;
  }

  /** Whether nothing older than the last entry can be seen by those who see that one. */
  public boolean isLast() {
    return bottom && stripeOfNewer == 0;
  }

  /** The tag that the entry just kept is written with. */
  public long outputTag(long tag) {
    boolean sequenceIsSpent = isLast() && !underRange && !isOperand(tag);
    return sequenceIsSpent ? EntryKind.tag(0, EntryKind.of(tag)) : tag;
  }
}
