/** How writes are encoded and how they are paced. */
@NullMarked
package dev.malkoha.engine.write;

import org.jspecify.annotations.NullMarked;
