package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.TableMeta;
import org.jspecify.annotations.Nullable;

/**
 * A table that a job has written.
 *
 * @param meta what the manifest will say of it
 * @param tombstones the ordinals of its deletes, if they are few; else null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WrittenTable(TableMeta meta, long @Nullable [] tombstones) {}
