package dev.malkoha.tools;

import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * How {@link StoreTools#salvage(java.nio.file.Path, java.nio.file.Path, SalvageOptions)} goes about
 * it. Immutable.
 */
public final class SalvageOptions {

  private final String unnamed;
  private final LongConsumer progress;

  private SalvageOptions(String unnamed, LongConsumer progress) {
    this.unnamed = Objects.requireNonNull(unnamed, "unnamed");
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /** Takes such tables for the default keyspace's, and tells nobody. */
  public static SalvageOptions defaults() {
    return new SalvageOptions("default", entries -> {});
  }

  /** The same with another keyspace for tables that do not tell theirs. */
  public SalvageOptions withUnnamed(String keyspace) {
    return new SalvageOptions(keyspace, progress);
  }

  /** The same with somebody who is told how far it is. */
  public SalvageOptions withProgress(LongConsumer listener) {
    return new SalvageOptions(unnamed, listener);
  }

  /**
   * The keyspace of tables that do not tell theirs, where the manifest is lost too: those whose
   * properties are damaged.
   */
  public String unnamed() {
    return unnamed;
  }

  /** The listener that is told how many entries were saved so far, in the calling thread. */
  public LongConsumer progress() {
    return progress;
  }
}
