/** The public contract of a store at its edges. */
package dev.malkoha.engine.api;
