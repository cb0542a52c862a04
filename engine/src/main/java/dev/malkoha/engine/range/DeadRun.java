package dev.malkoha.engine.range;

/**
 * A range of keys in which nothing is visible.
 *
 * @param from its first key
 * @param to the first key after it, above {@code from}
 * @param hidden about how many keys in it have entries that are not to be seen: what it saves
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares runs
public record DeadRun(byte[] from, byte[] to, int hidden) {}
