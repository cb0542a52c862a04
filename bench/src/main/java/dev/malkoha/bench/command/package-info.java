/** The commands that measure stores. */
@NullMarked
package dev.malkoha.bench.command;

import org.jspecify.annotations.NullMarked;
