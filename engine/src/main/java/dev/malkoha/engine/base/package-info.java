/**
 * The ground of the API and of all below it: the limits of keys, values and batches, and {@code
 * Batch}, the encoding of operations. It may use nothing of the engine. Every package above uses
 * it.
 */
package dev.malkoha.engine.base;
