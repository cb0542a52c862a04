/**
 * Checkpoints: a view of the store is held, copied into a directory of its own, listed, and
 * restored from there. It may use the core, and joins it by the holds of {@code Trees}, {@code
 * Versions} and the log. {@code facade}, opening and the store's writing half use it.
 *
 * <ul>
 *   <li>{@code Checkpoints}: how one is taken, and the way back
 *   <li>{@code UnfinishedStore}: where to
 *   <li>{@code FileList}: the list of files with checksums
 * </ul>
 */
package dev.malkoha.engine.checkpoint;
