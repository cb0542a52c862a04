/** How much the random tests of all modules try, and from which seed on. Tests alone use it. */
@NullMarked
package dev.malkoha.trials;

import org.jspecify.annotations.NullMarked;
