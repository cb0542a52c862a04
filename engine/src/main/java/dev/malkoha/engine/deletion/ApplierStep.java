package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import org.jspecify.annotations.Nullable;

/**
 * What the applier is to do next: the live deletes of a table, from a key on.
 *
 * @param table whose deletes
 * @param pass which of them
 * @param from the key to begin at; null for the first one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
public record ApplierStep(Table table, Pass pass, byte @Nullable [] from) {

  /** Which deletes are taken. */
  public enum Pass {

    /** Those whose older blocks are in memory, or that come many to a block. */
    CHEAP,

    /** All that are left. */
    ALL
  }
}
