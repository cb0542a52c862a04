/**
 * What stores of a process share: the memory of memtables, the pace of background writing, the
 * files that are open. It knows nothing of stores but what they tell it.
 */
@NullMarked
package dev.malkoha.engine.resource;

import org.jspecify.annotations.NullMarked;
