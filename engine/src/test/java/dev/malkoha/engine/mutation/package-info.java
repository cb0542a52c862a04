/** Bugs put into the engine's own source, to see whether the tests notice them. */
package dev.malkoha.engine.mutation;
