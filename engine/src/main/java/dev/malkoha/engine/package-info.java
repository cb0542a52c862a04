/** Placeholder. */
@NullMarked
package dev.malkoha.engine;

import org.jspecify.annotations.NullMarked;
