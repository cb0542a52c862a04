package dev.malkoha.engine.deletion;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one run of the applier found.
 *
 * @param marks what may be marked dead
 * @param resumeAt the key to go on at; null if the table's end was reached
 * @param leftDear whether deletes were left for being dear
 * @param hinderingSnapshots snapshots that kept deletes in place
 * @param blocksRead data blocks read from files
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
record ApplierResult(
    Marks marks,
    byte @Nullable [] resumeAt,
    boolean leftDear,
    Set<Long> hinderingSnapshots,
    long blocksRead) {}
