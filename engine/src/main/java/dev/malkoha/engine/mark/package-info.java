/**
 * Marks of a store that is opened at its last one: the moments that openings go back to. It may use
 * {@code tree} and what is below. Commits, flushes and ingestions use it.
 *
 * <ul>
 *   <li>{@code HeldMarks}: the marks that an opening may go back to, with what they see held
 * </ul>
 */
package dev.malkoha.engine.mark;
