/**
 * The one place where facts about a store are told: {@code Observer} takes each once and hands it
 * to the log, to Java Flight Recorder, to listeners and to the counts that figures are made of. It
 * may use the API alone. Openings, commits and jobs tell it what happens; {@code facade} reads its
 * counts.
 *
 * <ul>
 *   <li>{@code Observer}
 *   <li>{@code LogLines}, {@code Flight}: to the log, to Flight Recorder
 *   <li>{@code StoreLog}: all lines of the log; {@code Delivery}: calls users' code on its own
 *       thread
 *   <li>{@code Waits}: the account of what writers wait for; {@code Counts}
 * </ul>
 */
package dev.malkoha.engine.observe;
