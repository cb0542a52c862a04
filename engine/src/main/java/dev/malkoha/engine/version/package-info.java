/**
 * Which tables make up a tree: versions, edits, the manifest and the open tables. It may use {@code
 * entry}, {@code range} and the API. All that reads tables, or changes which tables there are, uses
 * it.
 *
 * <ul>
 *   <li>{@code Version}: which tables, and which of their entries are dead
 *   <li>{@code SortedRun}: tables of which at most one can hold a key
 *   <li>{@code EditEntry}, {@code ManifestState}: what the manifest says
 *   <li>{@code Manifest}: the one in force, which edits are appended to
 *   <li>{@code ManifestFacts}: whether that can be true
 *   <li>{@code ValueFiles}: the open value files
 * </ul>
 */
package dev.malkoha.engine.version;
