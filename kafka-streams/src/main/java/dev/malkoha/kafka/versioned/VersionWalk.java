package dev.malkoha.kafka.versioned;

import dev.malkoha.engine.Cursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the versions of one key, as they were when its cursor was opened. A segment in which
 * none of them ended costs two seeks, or none if nothing is in it.
 *
 * <p>One thread at a time. To be closed.
 */
final class VersionWalk implements AutoCloseable {

  private final Cursor cursor;
  private final VersionFormat format;
  private final byte[] key;

  /** Where the walk is. */
  private long segment;

  /** A walk that owns a cursor, which is over all that it is asked for. */
  VersionWalk(Cursor cursor, VersionFormat format, byte[] key) {
    this.cursor = cursor;
    this.format = format;
    this.key = key;
  }

  /** The key's present value; null if it is absent. */
  @Nullable Version now() {
    byte[] entry = VersionFormat.now(key);
    boolean there = cursor.seek(entry) && Arrays.equals(cursor.key(), entry);
    return there ? VersionFormat.readNow(cursor.value()) : null;
  }

  /**
   * Moves to the first version that ended above a time, 0 or more; null if there is none.
   *
   * @param atMost versions that end in a later segment than this time are not looked for
   */
  @Nullable Version firstEndingAbove(long time, long atMost) {
    segment = format.retention().segment(time);
    return find(cursor.seek(VersionFormat.above(key, segment, time)), atMost);
  }

  /** Moves to the version that ended next; null if there is none, or only in later segments. */
  @Nullable Version next(long atMost) {
    return find(cursor.next(), atMost);
  }

  /** The first version from where the cursor is, if it is on an entry. */
  private @Nullable Version find(boolean onEntry, long atMost) {
    long last = format.retention().segment(atMost);
    boolean here = onEntry;
    while (here) {
      byte[] entry = cursor.key();
      long found = VersionFormat.segment(entry);
      if (VersionFormat.isOf(key, entry)) {
        segment = found;
        return VersionFormat.readUntil(entry, cursor.value());
      }
      segment = found > segment ? found : segment + 1;
      here = segment <= last && cursor.seek(VersionFormat.start(segment, key));
    }
    return null;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
