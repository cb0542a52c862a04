/** The comparison of stores on the work that a class path does, or on the user's own entries. */
@NullMarked
package dev.malkoha.bench.compare;

import org.jspecify.annotations.NullMarked;
