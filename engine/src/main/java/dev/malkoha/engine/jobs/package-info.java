/**
 * What is done in the background: flushes, compactions and the application of deletes, and {@code
 * TreeJobs}, which says for which tree. It may use {@code background} and what is below. Only the
 * store's writing half uses it.
 *
 * <ul>
 *   <li>{@code FlushJobs}, {@code CompactionJobs}, {@code DeleteJobs}: the work of one tree
 *   <li>{@code TreeJobs}: for which tree
 *   <li>{@code LogNeeds}: which part of the log trees still need
 * </ul>
 */
@NullMarked
package dev.malkoha.engine.jobs;

import org.jspecify.annotations.NullMarked;
