/**
 * What stores of a process share: the memory of memtables, the pace of background writing, the
 * files that are open. It uses no other package of the engine: it knows nothing of stores but what
 * they tell it. {@code SharedResources} makes it; trees, commits and compactions ask it.
 */
@NullMarked
package dev.malkoha.engine.resource;

import org.jspecify.annotations.NullMarked;
