/** Bulk loading: entries become sorted tables beside the store. */
@NullMarked
package dev.malkoha.engine.ingest;

import org.jspecify.annotations.NullMarked;
