/**
 * What is done in the background: flushes, compactions and the application of deletes, and {@code
 * TreeJobs}, which says for which tree. It may use {@code commit}, {@code background} and what is
 * below. The store's writing half and opening use it.
 */
@NullMarked
package dev.malkoha.engine.jobs;

import org.jspecify.annotations.NullMarked;
