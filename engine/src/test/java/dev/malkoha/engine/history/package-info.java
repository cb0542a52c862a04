/** What tests of random histories share: bytes, writes, and what a store must hold after them. */
package dev.malkoha.engine.history;
