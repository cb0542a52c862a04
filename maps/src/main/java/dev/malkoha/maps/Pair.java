package dev.malkoha.maps;

/**
 * Two parts of a key, the first of which comes first in the order.
 *
 * @param first without null
 * @param second without null
 */
public record Pair<A, B>(A first, B second) {}
