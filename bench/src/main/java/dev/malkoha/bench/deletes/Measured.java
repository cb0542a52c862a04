package dev.malkoha.bench.deletes;

/**
 * What one read or write on one store took.
 *
 * @param micros for an operation; of seeks the median
 * @param firstMicros of the first operation, where it is measured alone; else the same
 */
record Measured(long operations, double micros, double firstMicros) {}
