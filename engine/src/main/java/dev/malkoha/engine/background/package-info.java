/**
 * When work of a store runs: {@code Background} with a line of jobs for each kind, the workers, and
 * the care of the log. It may use {@code tree} and what is below; it knows of a job only that it
 * runs. {@code commit}, {@code jobs}, opening, the store's writing half and {@code facade} use it.
 *
 * <ul>
 *   <li>{@code Background}
 *   <li>{@code JobLine}: one line of jobs, flushes, compactions or deletes, and its wait for room
 *   <li>{@code LogCare}: proves and trims the log
 *   <li>{@code Workers}: the scheduler, with a queue for each kind of work over threads of a
 *       store's own or shared ones, and its timer, a {@code Ticker}
 *   <li>{@code Scrub}: reads files again, slowly, to find those that have changed
 *   <li>{@code StoreMeans}: which of these, and of the resource package, one store works with
 * </ul>
 */
package dev.malkoha.engine.background;
