/**
 * The newest data, in memory: a B+-tree and a hash index over one arena. It may use {@code entry}
 * and {@code range} only. {@code commit} fills memtables, {@code read} and the flush of {@code
 * jobs} read them.
 */
@NullMarked
package dev.malkoha.engine.memtable;

import org.jspecify.annotations.NullMarked;
