/**
 * The saving of what can be verified of a damaged store, which is not changed. It uses the core
 * below it, and reads files as {@code inspect} does. Only {@code facade} uses it, which writes the
 * new store.
 *
 * <ul>
 *   <li>{@code StoreSalvage}: the keyspaces that are left, and the entries of each
 *   <li>{@code ManifestSalvage}, {@code TableFinder}: which tables there are, and whose
 *   <li>{@code SalvageNotes}: what could not be read
 * </ul>
 */
@NullMarked
package dev.malkoha.tools.salvage;

import org.jspecify.annotations.NullMarked;
