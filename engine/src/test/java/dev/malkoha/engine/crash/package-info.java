/** What power cuts and kills leave of a store, searched call by call on a simulated disk. */
package dev.malkoha.engine.crash;
