/**
 * Which tables make up a tree: versions, edits, the manifest and the open tables. It may use {@code
 * memtable} for the kinds of entries, and {@code range}. All that reads tables, or changes which
 * tables there are, uses it.
 */
@NullMarked
package dev.malkoha.engine.version;

import org.jspecify.annotations.NullMarked;
