package dev.malkoha.engine.crash;

import dev.malkoha.engine.crash.LateForces.Late;

/** A bug of the kind that loses data, put between a store and its disk. */
@SuppressWarnings("ImmutableEnumChecker") // each makes its surroundings anew
enum SeededBug {
  LOG_NOT_FORCED,
  TABLE_NOT_FORCED,
  MANIFEST_NOT_FORCED,
  CURRENT_NOT_FORCED,
  DIRECTORY_NOT_FORCED,
  EDIT_BEFORE_BYTES,
  EDIT_BEFORE_NAMES,
  SIDECAR_NOT_FORCED,
  EDIT_BEFORE_SIDECAR_BYTES,
  EDIT_BEFORE_SIDECAR_NAMES,
  VALUES_NOT_FORCED,
  EDIT_BEFORE_VALUE_BYTES,
  EDIT_BEFORE_VALUE_NAMES,
  STALE_RECORD_ACCEPTED;

  Surroundings surroundings() {
    return switch (this) {
      case LOG_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".log")));
      case TABLE_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".sst")));
      case MANIFEST_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.startsWith("MANIFEST")));
      case CURRENT_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.startsWith("CURRENT")));
      case DIRECTORY_NOT_FORCED -> Surroundings.of(disk -> disk.ignoreDirectoryForces());
      case EDIT_BEFORE_BYTES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.TABLE_BYTES));
      case EDIT_BEFORE_NAMES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.TABLE_NAMES));
      case SIDECAR_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".dv")));
      case EDIT_BEFORE_SIDECAR_BYTES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.SIDECAR_BYTES));
      case EDIT_BEFORE_SIDECAR_NAMES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.SIDECAR_NAMES));
      case VALUES_NOT_FORCED ->
          Surroundings.of(disk -> disk.ignoreForces(name -> name.endsWith(".val")));
      case EDIT_BEFORE_VALUE_BYTES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.VALUE_BYTES));
      case EDIT_BEFORE_VALUE_NAMES ->
          Surroundings.seenThrough(disk -> LateForces.over(disk, Late.VALUE_NAMES));
      case STALE_RECORD_ACCEPTED -> Surroundings.seenThrough(OneGeneration::over);
    };
  }

  /** A search where the bug can show. */
  CrashExplorer explorer(long seed) {
    return switch (this) {
      case SIDECAR_NOT_FORCED, EDIT_BEFORE_SIDECAR_BYTES, EDIT_BEFORE_SIDECAR_NAMES ->
          CrashExplorer.ofDeletes(seed, surroundings());
      default -> new CrashExplorer(seed, surroundings());
    };
  }
}
