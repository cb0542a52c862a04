/**
 * State stores of windows and of sessions. {@code SegmentedStore} refuses what is late and deletes
 * what has expired; {@code SegmentIterator} is what its reads return.
 */
@NullMarked
package dev.malkoha.kafka.window;

import org.jspecify.annotations.NullMarked;
