package dev.malkoha.engine.deletion;

import dev.malkoha.storage.CorruptFileException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one run of the applier found.
 *
 * @param steps that were taken
 * @param marks what may be marked dead
 * @param resumeAt the key at which a step of tombstones is to go on; null if it reached the end
 * @param leftCostly whether tombstones were left for costing too many blocks
 * @param hinderingSnapshots snapshots that kept tombstones in place
 * @param damage that was met: what it keeps from being read stays as it is
 * @param blocksRead data blocks read from files
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
public record ApplierResult(
    List<ApplierStep> steps,
    Marks marks,
    byte @Nullable [] resumeAt,
    boolean leftCostly,
    Set<Long> hinderingSnapshots,
    List<CorruptFileException> damage,
    long blocksRead) {}
