/**
 * The running engine. A {@code Tree} owns what one ordered map of keys consists of; {@code Store}
 * owns what all trees share and moves it through open, write, flush, compaction and close.
 */
@NullMarked
package dev.malkoha.engine.store;

import org.jspecify.annotations.NullMarked;
