/**
 * Opens a directory as a store, to write or only to read. It assembles, so it may use all packages
 * but {@code inspect} and {@code facade}. {@code facade} uses it, and {@code inspect} its {@code
 * AtRest}.
 *
 * <ul>
 *   <li>{@code StoreOpener}, {@code ReadOnlyOpener}
 *   <li>{@code AtRest}: what is inconsistent in a store that nobody writes to
 * </ul>
 */
@NullMarked
package dev.malkoha.engine.opening;

import org.jspecify.annotations.NullMarked;
