package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.StallCause;

/**
 * Why a writer waits.
 *
 * @param keyspace that it writes to
 * @param behind how much there is to be caught up with, see {@link StallCause}
 */
public record StallReason(String keyspace, StallCause cause, long behind) {}
