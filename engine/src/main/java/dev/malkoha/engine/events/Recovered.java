package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A store that is being opened has opened its tables, and read from its log what is in none yet.
 *
 * @param tables that were opened
 * @param records of the log that were read, a batch each
 * @param bytes of these records
 */
public record Recovered(Path store, Tables tables, long records, long bytes, Duration took)
    implements StoreEvent {}
