/** The newest data, in memory: a skip list and a hash index over one arena. */
@NullMarked
package dev.malkoha.engine.memtable;

import org.jspecify.annotations.NullMarked;
