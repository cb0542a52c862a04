package dev.malkoha.engine.crash;

import dev.malkoha.engine.crash.LateForces.Late;

/** A bug of the kind that loses data, put between a store and its disk. */
@SuppressWarnings("ImmutableEnumChecker") // each makes its surroundings anew
enum SeededBug {
  LOG_NOT_FORCED(Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".log")))),
  TABLE_NOT_FORCED(Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".sst")))),
  MANIFEST_NOT_FORCED(
      Surroundings.of(disk -> disk.ignoreForces(name -> name.startsWith("MANIFEST")))),
  CURRENT_NOT_FORCED(
      Surroundings.of(disk -> disk.ignoreForces(name -> name.startsWith("CURRENT")))),
  DIRECTORY_NOT_FORCED(Surroundings.of(disk -> disk.ignoreDirectoryForces())),
  EDIT_BEFORE_BYTES(Surroundings.seenThrough(disk -> LateForces.over(disk, Late.TABLE_BYTES))),
  EDIT_BEFORE_NAMES(Surroundings.seenThrough(disk -> LateForces.over(disk, Late.TABLE_NAMES))),
  STALE_RECORD_ACCEPTED(Surroundings.seenThrough(OneGeneration::over));

  private final Surroundings surroundings;

  SeededBug(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  Surroundings surroundings() {
    return surroundings;
  }
}
