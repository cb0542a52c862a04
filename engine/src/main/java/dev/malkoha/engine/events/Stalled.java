package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Writers have been made to wait. A stall with a wait of a tenth of a second is told of once, when
 * no writer waits for the same any more, however many did; where somebody always does, every five
 * seconds or so. Shorter waits are told of together when they have added up to a second.
 *
 * @param keyspace that was written to, by the last of them
 * @param behind how much there was to be caught up with, see {@link StallCause}
 * @param times how many waits these were: one for each writer, in a stall that all wait out
 * @param took all of them together
 */
public record Stalled(
    Path store, String keyspace, StallCause cause, long behind, long times, Duration took)
    implements StoreEvent {}
