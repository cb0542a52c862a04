package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The delete applier has made one run.
 *
 * @param keyspace whose
 * @param marked entries that it found dead, deletes among them
 * @param blocksRead data blocks that it read from files
 * @param complete whether all could be marked; else the rest is tried again later
 */
public record DeletesApplied(
    Path store, String keyspace, long marked, long blocksRead, boolean complete, Duration took)
    implements StoreEvent {}
