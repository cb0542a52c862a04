package dev.malkoha.bench.deletes;

/**
 * What one read or write on one store took.
 *
 * @param micros for an operation; of seeks and scans the median
 * @param firstMicros of the first seek or scan; of gets the same
 */
record Measured(long operations, double micros, double firstMicros) {}
