package dev.malkoha.engine.resource;

/**
 * What a writer needs of a tree's memory.
 *
 * @param bytes that the active memtable is to be allowed in all
 */
public record Claim(TreeShare share, long bytes) {}
