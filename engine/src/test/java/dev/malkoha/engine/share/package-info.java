/** Tests of stores that share their resources. */
@NullMarked
package dev.malkoha.engine.share;

import org.jspecify.annotations.NullMarked;
