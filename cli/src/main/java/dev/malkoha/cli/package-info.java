/** Placeholder. */
@NullMarked
package dev.malkoha.cli;

import org.jspecify.annotations.NullMarked;
