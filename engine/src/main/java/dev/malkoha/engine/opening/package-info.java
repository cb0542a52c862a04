/**
 * Opens a directory as a store, to write or only to read. It assembles, so it may use all packages
 * but {@code facade} and {@code toolkit}. These two use it.
 *
 * <ul>
 *   <li>{@code Opening}, {@code StoreOpener}
 * </ul>
 */
package dev.malkoha.engine.opening;
