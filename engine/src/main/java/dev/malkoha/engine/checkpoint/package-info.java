/**
 * Checkpoints: a moment of the store is held, copied into a directory of its own, listed, and
 * restored from there. It may use the core, and joins it by the holds of {@code Manifest} and of
 * the log. The API, opening and the store's writing half use it.
 */
@NullMarked
package dev.malkoha.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
