/** Tables and sidecars for people and tools: their text, and the reading of damaged ones. */
@NullMarked
package dev.malkoha.tools.table;

import org.jspecify.annotations.NullMarked;
