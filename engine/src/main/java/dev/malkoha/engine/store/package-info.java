/**
 * An open store: {@code Store} is all of it, {@code StoreWriter} its writing half, {@code
 * StoreFigures} what it counts. It may use the core and the features below it in the list of {@code
 * ARCHITECTURE.md}. Opening makes it; the API and inspection use it.
 */
@NullMarked
package dev.malkoha.engine.store;

import org.jspecify.annotations.NullMarked;
