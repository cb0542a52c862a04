/** The {@code malkoha} command: one class for each subcommand, and what they share. */
@NullMarked
package dev.malkoha.cli;

import org.jspecify.annotations.NullMarked;
