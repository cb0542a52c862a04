package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A checkpoint was taken.
 *
 * @param directory that holds it
 * @param filesLinked files that share their bytes with others
 * @param filesCopied files with bytes of their own
 * @param bytesCopied their bytes
 */
public record Checkpointed(
    Path store, Path directory, int filesLinked, int filesCopied, long bytesCopied, Duration took)
    implements StoreEvent {}
