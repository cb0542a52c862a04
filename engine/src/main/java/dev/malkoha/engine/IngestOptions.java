package dev.malkoha.engine;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * How {@link KeyValueMap#ingest} goes about it. Immutable.
 *
 * @param memoryBytes for entries that are being sorted, 4 KiB to 1 GiB, but for one entry of which
 *     there is always room for; the more, the fewer parts have to be merged
 * @param progress is told how far it is, every 65,536 entries and at the end of each phase, in the
 *     thread that ingests; what it throws, checked or not, ends the ingestion and is thrown as it
 *     is; it cannot close the store
 */
public record IngestOptions(long memoryBytes, Consumer<Progress> progress) {

  private static final long MEMORY_BYTES_MIN = 4096;
  private static final long MEMORY_BYTES_MAX = 1 << 30;

  /** What is being done. */
  public enum Phase {
    /** Entries are read, sorted as far as memory reaches, and written. */
    READING,
    /** What was sorted in parts is merged; not needed where entries come sorted. */
    MERGING
  }

  /**
   * How far it is.
   *
   * @param phase what is being done
   * @param entries in this phase so far; a merge counts each key once, and begins again where there
   *     are very many parts
   */
  public record Progress(Phase phase, long entries) {}

  /** Checks the options. */
  public IngestOptions {
    Objects.requireNonNull(progress, "progress");
    if (memoryBytes < MEMORY_BYTES_MIN || memoryBytes > MEMORY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "memoryBytes is %s; it must be from %s to %s"
              .formatted(memoryBytes, MEMORY_BYTES_MIN, MEMORY_BYTES_MAX));
    }
  }

  /** Options with so much memory that tell nobody. */
  public static IngestOptions ofMemory(long memoryBytes) {
    return new IngestOptions(memoryBytes, progress -> {});
  }

  /** The same options, with somebody who is told how far it is. */
  public IngestOptions withProgress(Consumer<Progress> listener) {
    return new IngestOptions(memoryBytes, listener);
  }
}
