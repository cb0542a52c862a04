/** Whatever reads stored bytes, given bytes that nobody stored. */
@NullMarked
package dev.malkoha.fuzz;

import org.jspecify.annotations.NullMarked;
