package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.wal.FollowedWriter.Manifest;
import java.io.IOException;
import java.util.Arrays;

/**
 * Who reads beside a writer, as a store does: by a follower from the manifest's floor on, and by
 * another one when the log has moved on. Checks everything that it is handed.
 */
final class FollowingReader {

  private final Directory directory;
  private final FollowedWriter writer;
  private Manifest seen;
  private LogFollower follower;
  private long expected;
  private long records;
  private long moves;
  private long goingOn;

  FollowingReader(Directory directory, FollowedWriter writer) {
    this.directory = directory;
    this.writer = writer;
    begin();
  }

  private void begin() {
    seen = writer.manifest();
    follower = new LogFollower(directory, seen.floor);
    expected = seen.floor;
  }

  /**
   * Takes note of what the manifest says now. The follower stays, unless what it would read next is
   * needed no more.
   */
  void refresh() {
    seen = writer.manifest();
    if (seen.floor > follower.end()) {
      begin();
    }
  }

  /** Reads on; begins anew if the log has moved on, which the manifest must then have, too. */
  void follow() throws IOException {
    long before = records;
    try {
      long end = follower.follow(seen.proof, this::check);
      require(end == expected && end == follower.end(), "says it ends at " + end);
      require(end >= seen.proof.durable(), "ends at " + end + " before " + seen.proof);
      goingOn += before > 0 && records > before ? 1 : 0;
    } catch (LogMovedException e) {
      require(follower.end() == expected, "stands at " + follower.end());
      if (writer.manifest() == seen) {
        throw new AssertionError("called damaged", e);
      }
      moves++;
      begin();
    }
  }

  private void check(long position, byte[] buffer, int offset, int length) {
    require(position == expected, "a hole, or a step back: " + position);
    byte[] payload = Arrays.copyOfRange(buffer, offset, offset + length);
    require(Arrays.equals(writer.at(position), payload), "not what was appended at " + position);
    expected = position + LogFormat.recordBytes(length);
    records++;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise + ", expected " + expected);
    }
  }

  /** The position after the last record. */
  long end() {
    return follower.end();
  }

  long records() {
    return records;
  }

  /** How often the log had moved on. */
  long moves() {
    return moves;
  }

  /** How often there was more to read than at the time before. */
  long goingOn() {
    return goingOn;
  }
}
