/**
 * Turning memtables into tables and tables into fewer, deeper ones. It may use {@code read} and
 * what is below; its pickers decide from a {@code Shape} alone. {@code jobs}, {@code deletion} and
 * {@code ingest} use its merges, and all that open tables use {@code TableFiles}.
 */
@NullMarked
package dev.malkoha.engine.compaction;

import org.jspecify.annotations.NullMarked;
