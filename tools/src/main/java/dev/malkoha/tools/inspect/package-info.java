/**
 * Looking at a closed store: checking all of it, and printing any file of it as text. It may use
 * every package below it, and opens files as {@code recovery} does. {@code StoreTools} and salvage
 * use it.
 *
 * <ul>
 *   <li>{@code StoreVerifier}, {@code DeleteVerifier}, {@code ValueVerifier}: checks
 *   <li>{@code FileDump}: any file as text
 * </ul>
 */
@NullMarked
package dev.malkoha.tools.inspect;

import org.jspecify.annotations.NullMarked;
