package dev.malkoha.engine.version;

/**
 * The manifest in force, as it was read.
 *
 * @param number its number
 * @param state what its edits add up to
 * @param problem what is odd about it, in one sentence; empty if nothing is
 */
public record StoredManifest(long number, ManifestState state, String problem) {}
