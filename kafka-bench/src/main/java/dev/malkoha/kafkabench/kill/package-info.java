/**
 * Instances of the application are killed while they work; at the end every state must be right.
 */
@NullMarked
package dev.malkoha.kafkabench.kill;

import org.jspecify.annotations.NullMarked;
