/** Stores that are read beside the one who writes to them. */
package dev.malkoha.engine.beside;
