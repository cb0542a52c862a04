/** The commands that measure filters. */
@NullMarked
package dev.malkoha.papers.command;

import org.jspecify.annotations.NullMarked;
