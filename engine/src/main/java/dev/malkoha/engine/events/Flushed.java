package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A memtable was written out, and what it held is durable.
 *
 * @param keyspace whose
 * @param memTableBytes that it took in memory
 * @param wasFull whether it was as large as the options let it become: else somebody asked, deletes
 *     were to be applied, or it alone held back the log
 * @param written one table of level 0, or none where nothing was left to be written
 */
public record Flushed(
    Path store, String keyspace, long memTableBytes, boolean wasFull, Tables written, Duration took)
    implements StoreEvent {}
