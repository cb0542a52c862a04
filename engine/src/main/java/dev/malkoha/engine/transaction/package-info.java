/**
 * Transactions: the writes of one that is open, what it rests on, and {@code Validation}, which
 * decides at its commit. It may use the core, and joins it by {@code CommitPipeline.Check} and
 * {@code TreeReads.pinView}. The API and the store's writing half use it.
 */
@NullMarked
package dev.malkoha.engine.transaction;

import org.jspecify.annotations.NullMarked;
