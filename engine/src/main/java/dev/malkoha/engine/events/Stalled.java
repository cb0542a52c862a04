package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Writers have been made to wait. A wait of a tenth of a second is told of when it is over; shorter
 * ones of the same cause are told of together when they have added up to a second.
 *
 * @param keyspace that was written to, by the last of them
 * @param behind how much there was to be caught up with, see {@link StallCause}
 * @param times how many waits these were
 * @param took all of them together
 */
public record Stalled(
    Path store, String keyspace, StallCause cause, long behind, long times, Duration took)
    implements StoreEvent {}
