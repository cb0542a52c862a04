/** State stores of windows and of sessions. */
@NullMarked
package dev.malkoha.kafka.window;

import org.jspecify.annotations.NullMarked;
