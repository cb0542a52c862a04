/**
 * The way of a write: its encoding, the order of writers, their room in memtables, and {@code
 * CommitPipeline}, which logs, applies and publishes. It may use {@code background} and what is
 * below. Transactions, ingestions, recovery and the store's writing half use it.
 */
@NullMarked
package dev.malkoha.engine.commit;

import org.jspecify.annotations.NullMarked;
