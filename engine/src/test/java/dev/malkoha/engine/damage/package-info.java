/** Stores that are damaged in every way, and what becomes of them. */
package dev.malkoha.engine.damage;
