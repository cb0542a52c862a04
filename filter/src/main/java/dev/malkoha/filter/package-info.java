/** Placeholder. */
@NullMarked
package dev.malkoha.filter;

import org.jspecify.annotations.NullMarked;
