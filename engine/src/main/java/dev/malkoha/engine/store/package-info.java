/**
 * The running engine: it owns the parts and moves them through open, write, flush, compaction and
 * close.
 */
@NullMarked
package dev.malkoha.engine.store;

import org.jspecify.annotations.NullMarked;
