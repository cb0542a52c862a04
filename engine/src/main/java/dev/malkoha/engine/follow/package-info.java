/**
 * A store that is only read: its files are read beside their writer, as one {@code Moment} after
 * another. It may use the core, and reads files and log by {@code recovery}. {@code Store}, the
 * read-only opening and inspection use it.
 */
@NullMarked
package dev.malkoha.engine.follow;

import org.jspecify.annotations.NullMarked;
