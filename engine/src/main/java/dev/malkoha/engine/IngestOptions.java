package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.base.Limits;

/** How {@link KeyValueMap#ingest} goes about it. Immutable. */
public final class IngestOptions {

  private final long memoryBytes;
  private final Consumer<Progress> progress;

  private IngestOptions(long memoryBytes, Consumer<Progress> progress) {
    this.memoryBytes = Limits.inRange("memoryBytes", memoryBytes, 4096, 1 << 30);
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /** The phases of an ingestion. */
  public enum Phase {
    /** Entries are read, sorted as far as memory reaches, and written. */
    READING,
    /** What was sorted in parts is merged; not needed where entries come sorted. */
    MERGING
  }

  /**
   * How far an ingestion is.
   *
   * @param phase what is being done
   * @param entries in this phase so far; a merge counts each key once, and begins again where there
   *     are very many parts
   */
  public record Progress(Phase phase, long entries) {}

  /**
   * Options that tell nobody how far it is.
   *
   * @param memoryBytes for entries that are being sorted, 4 KiB to 1 GiB, but for one entry of
   *     which there is always room for; the more, the fewer parts have to be merged
   */
  public static IngestOptions ofMemory(long memoryBytes) {
    return new IngestOptions(memoryBytes, progress -> {});
  }

  /**
   * The same options, with somebody who is told how far it is.
   *
   * @param listener is told every 65,536 entries and at the end of each phase, in the thread that
   *     ingests; what it throws, checked or not, ends the ingestion and is thrown as it is; it
   *     cannot close the store
   */
  public IngestOptions withProgress(Consumer<Progress> listener) {
    return new IngestOptions(memoryBytes, listener);
  }

  /** Bytes of memory for entries that are being sorted. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** The listener that is told how far it is. */
  public Consumer<Progress> progress() {
    return progress;
  }
}
