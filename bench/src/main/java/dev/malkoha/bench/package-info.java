/** Placeholder. */
@NullMarked
package dev.malkoha.bench;

import org.jspecify.annotations.NullMarked;
