/**
 * One ordered map of keys: {@code Tree} with its memtables, version and published view, its reads,
 * {@code Versions}, which changes its tables, and {@code Shared}, what all trees of a store have in
 * common. It may use {@code deletion} and what is below; it knows neither threads nor commits. All
 * that writes, recovers, copies or shows a store uses it.
 *
 * <ul>
 *   <li>{@code Tree}
 *   <li>{@code TreeReads}: answer from the published view
 *   <li>{@code Trees}: publishes the view of all trees, its {@code TreeViews}; {@code Shared}: what
 *       they share
 *   <li>{@code Pin}: where a snapshot reads
 *   <li>{@code Versions}: installs what jobs have made, one edit at a time
 *   <li>{@code Snapshots}: the sequence numbers that are read at
 *   <li>{@code Health}: open, sealed or closed
 *   <li>{@code WriteThrottle}: slows the writers of a tree down
 * </ul>
 */
package dev.malkoha.engine.tree;
