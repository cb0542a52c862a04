/**
 * What a store tells of itself while it runs: each {@link dev.malkoha.engine.events.StoreEvent} is
 * one fact, told once to the log, to Java Flight Recorder and to every {@link
 * dev.malkoha.engine.events.DbListener}.
 */
@NullMarked
package dev.malkoha.engine.events;

import org.jspecify.annotations.NullMarked;
