/**
 * When work of a store runs: {@code Background} with a line of jobs for each kind, the workers, the
 * ticks and the care of the log. It may use {@code tree} and what is below; it knows of a job only
 * that it runs. {@code commit}, {@code jobs} and the store's writing half use it.
 */
@NullMarked
package dev.malkoha.engine.background;

import org.jspecify.annotations.NullMarked;
