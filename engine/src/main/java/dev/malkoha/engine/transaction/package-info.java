/**
 * Transactions: the writes of one that is open, what it rests on, and {@code Validation}, which
 * decides at its commit. It may use the core, and joins it by {@code CommitPipeline.Check} and
 * {@code TreeReads.pinView}. {@code facade} and the store's writing half use it.
 *
 * <ul>
 *   <li>{@code IndexedWrites}: its writes; {@code OverlayWalk}: a cursor over them and the store
 *   <li>{@code Footprint}: what it rests on, and whether others have changed that
 *   <li>{@code Validation}: decides, half of it outside the commit lock, whether it may commit
 * </ul>
 */
package dev.malkoha.engine.transaction;
