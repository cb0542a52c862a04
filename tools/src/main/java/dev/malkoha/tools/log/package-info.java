/** The log of a store for people and tools: its text, its check, and the reading of its remains. */
@NullMarked
package dev.malkoha.tools.log;

import org.jspecify.annotations.NullMarked;
