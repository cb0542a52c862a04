/** Tests of checkpoints: what they hold, what ends them early, and what they share. */
@NullMarked
package dev.malkoha.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
