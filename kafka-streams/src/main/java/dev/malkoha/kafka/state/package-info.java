/**
 * What all persistent state stores stand on: a store of the engine in a directory of its own, with
 * the offsets and the position that belong to its data.
 */
@NullMarked
package dev.malkoha.kafka.state;

import org.jspecify.annotations.NullMarked;
