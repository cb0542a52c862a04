package dev.malkoha.maps;

/**
 * Three parts of a key: the order is that of the first, then of the second, then of the third.
 *
 * @param first without null
 * @param second without null
 * @param third without null
 */
public record Triple<A, B, C>(A first, B second, C third) {}
