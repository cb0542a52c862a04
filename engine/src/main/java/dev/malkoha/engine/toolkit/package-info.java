/**
 * The engine's side of the module {@code dev.malkoha.tools}, to which alone it is exported: the
 * files of a store, its manifest, and a view of a store that is open. It uses all packages below
 * it. No package of the engine uses it.
 */
package dev.malkoha.engine.toolkit;
