package dev.malkoha.engine.opening;

import dev.malkoha.engine.follow.ManifestBeside;
import dev.malkoha.engine.follow.StoreBeside.SecondLook;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.storage.Directory;
import dev.malkoha.wal.CorruptLogException;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogFollower;
import dev.malkoha.wal.LogMovedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * The problems of a store that has no writer, found after it was read as if it had one: an edit cut
 * short, records after the log's end, unknown files. In a store that has a writer these are no
 * problems: they look like work in progress.
 */
final class AtRest {

  private final Directory directory;
  private final ManifestBeside manifest;
  private final ManifestState read;
  private final long logEnd;

  /**
   * Prepares the look.
   *
   * @param read what the manifest said
   * @param logEnd up to where the log was read
   */
  AtRest(Directory directory, ManifestBeside manifest, ManifestState read, long logEnd) {
    this.directory = directory;
    this.manifest = manifest;
    this.read = read;
    this.logEnd = logEnd;
  }

  /**
   * The problems, in one sentence each; none if anything has changed since the store was read.
   *
   * @throws CorruptLogException if the log is proved to go on after the point up to which it was
   *     read
   */
  List<String> problems() throws IOException {
    SecondLook faults = new SecondLook();
    while (true) {
      String before = manifest.glance();
      try {
        List<String> odd = hasMoved() ? List.of() : odd(); // which reads all of the log again
        return odd.isEmpty() || hasMoved() ? List.of() : odd;
      } catch (NoSuchFileException | EOFException | CorruptLogException e) {
        if (hasMoved()) {
          return List.of();
        }
        if (faults.confirms(e, before, manifest.glance())) {
          throw e;
        }
      }
    }
  }

  private List<String> odd() throws IOException {
    List<String> odd = new ArrayList<>();
    manifest.look();
    if (!manifest.tail().isEmpty()) {
      odd.add(manifest.tail());
    }
    odd.addAll(
        Log.recover(
                directory,
                read.logFloor(),
                read.logProof(),
                (position, buffer, offset, length) -> {})
            .problems());
    odd.addAll(ObsoleteFiles.strays(directory, read));
    return odd;
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged manifest has the very same state
  private boolean hasMoved() throws IOException {
    if (manifest.look() != read) {
      return true;
    }
    try {
      LogFollower follower = new LogFollower(directory, logEnd);
      Log.RecordHandler none = (position, buffer, offset, length) -> {};
      return follower.follow(read.logProof(), end -> end > logEnd, none) > logEnd;
    } catch (LogMovedException e) {
      return true;
    }
  }
}
