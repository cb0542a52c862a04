/**
 * Tools for stores as they lie on the disk: {@link dev.malkoha.tools.StoreTools} checks a store,
 * saves what is left of a damaged one, and prints files as text.
 */
@NullMarked
package dev.malkoha.tools;

import org.jspecify.annotations.NullMarked;
