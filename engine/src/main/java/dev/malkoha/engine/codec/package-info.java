/** Small encodings shared by the engine's formats. */
@NullMarked
package dev.malkoha.engine.codec;

import org.jspecify.annotations.NullMarked;
