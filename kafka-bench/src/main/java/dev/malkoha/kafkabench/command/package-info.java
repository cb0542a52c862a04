/** The command {@code kafka}. */
@NullMarked
package dev.malkoha.kafkabench.command;

import org.jspecify.annotations.NullMarked;
