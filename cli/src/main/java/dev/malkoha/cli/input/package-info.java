/** Entries from files that people have: TSV, CSV and JSON lines. */
@NullMarked
package dev.malkoha.cli.input;

import org.jspecify.annotations.NullMarked;
