/** Sets of range deletes, compared with lists that are searched from end to end. */
package dev.malkoha.engine.range;
