package dev.malkoha.engine.tree;

/**
 * A moment of a store that can be read until it is let go.
 *
 * @param trees to read
 * @param sequence the number to read them at
 * @param release lets it go; once
 */
public record Pin(Trees trees, long sequence, Runnable release) {}
