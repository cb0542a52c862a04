package dev.malkoha.kafkabench.restart;

/**
 * One restart after a kill, the state being right.
 *
 * @param store the label of a {@link Variant}
 * @param bytes the size of all committed values
 * @param entries how many there are
 * @param uncommitted how many records the store held besides, without a commit
 * @param millis from {@code KafkaStreams.start()} to {@code RUNNING}
 * @param restored how many records came from the changelog meanwhile
 * @param givenUp whether Kafka Streams said that it does not use what the store held
 */
public record Restart(
    String store,
    String guarantee,
    long bytes,
    long entries,
    long uncommitted,
    long millis,
    long restored,
    boolean givenUp) {}
