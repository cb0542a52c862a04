/** Turning memtables into tables and tables into fewer, deeper ones. */
@NullMarked
package dev.malkoha.engine.compaction;

import org.jspecify.annotations.NullMarked;
