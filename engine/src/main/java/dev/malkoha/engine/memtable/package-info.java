/** The newest data, in memory: a B+-tree and a hash index over one arena. */
@NullMarked
package dev.malkoha.engine.memtable;

import org.jspecify.annotations.NullMarked;
