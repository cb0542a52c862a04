/** Range deletes: what they cover, found in the time of a binary search. */
@NullMarked
package dev.malkoha.engine.range;

import org.jspecify.annotations.NullMarked;
