/**
 * Bulk loading: entries in any order become sorted tables, and {@code Ingestions} adds these to a
 * tree. It may use the core, and joins it by {@code CommitPipeline.ingest} and {@code
 * Versions.publish}. {@code facade} and the store's writing half use it.
 *
 * <ul>
 *   <li>{@code TableSort}: sorted tables of entries in any order, by {@code EntryBuffer}s
 *   <li>{@code Ingestions}: adds them, each to a level by {@code Placement}
 *   <li>{@code LooseTable}: a table that belongs to no store
 * </ul>
 */
package dev.malkoha.engine.ingest;
