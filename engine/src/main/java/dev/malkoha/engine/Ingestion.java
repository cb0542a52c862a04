package dev.malkoha.engine;

/**
 * What was added to a map by {@link KeyValueMap#ingest} or {@link KeyValueMap#ingestFiles}.
 *
 * @param entries that were added: one for each key
 * @param replaced entries of the input whose key came again later in it
 * @param tables new files of the store
 * @param bytes of these files
 */
public record Ingestion(long entries, long replaced, int tables, long bytes) {}
