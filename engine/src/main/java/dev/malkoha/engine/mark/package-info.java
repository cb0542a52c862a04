/**
 * Marks of a store that is opened at its last one: the moments that openings go back to. It may use
 * {@code tree} and what is below. Commits, flushes and ingestions use it.
 *
 * <ul>
 *   <li>{@code HeldMarks}: the newest mark and the newest durable one, with what they see held
 * </ul>
 */
package dev.malkoha.engine.mark;
