/**
 * The events that a store tells of itself while it runs: each {@link
 * dev.malkoha.engine.events.StoreEvent} is one fact, told once to the log, to Java Flight Recorder
 * and to every {@link dev.malkoha.engine.events.DbListener}. It uses no other package of the
 * engine. The job that does the work makes its event; {@code observe} makes stalls and seals, and
 * hands all on.
 */
@NullMarked
package dev.malkoha.engine.events;

import org.jspecify.annotations.NullMarked;
