/** Looking at a closed store: checking all of it, and printing any file of it as text. */
@NullMarked
package dev.malkoha.engine.inspect;

import org.jspecify.annotations.NullMarked;
