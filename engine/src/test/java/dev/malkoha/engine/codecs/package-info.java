/** How stores are packed, also where no native code may be loaded. */
@NullMarked
package dev.malkoha.engine.codecs;

import org.jspecify.annotations.NullMarked;
