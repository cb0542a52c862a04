/** Processes that are killed while they write to a store on a real disk. */
package dev.malkoha.engine.kill;
