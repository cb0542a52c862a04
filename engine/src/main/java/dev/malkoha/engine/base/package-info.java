/**
 * What the API and all below it have in common: the limits of keys, values and batches, and the
 * operations that a batch records. It may use nothing of the engine. Root, {@code facade}, {@code
 * commit} and {@code entry} use it.
 */
@NullMarked
package dev.malkoha.engine.base;

import org.jspecify.annotations.NullMarked;
