/**
 * Safe deletes: finding what a tombstone covers, marking both dead, and keeping what is known of
 * the dead in sidecars, see docs/deletes.md. It may use {@code compaction} and what is below; it
 * knows neither trees nor their locks. Only {@code jobs} uses it.
 *
 * <ul>
 *   <li>{@code ApplierPlan}: the steps; {@code ApplierJob}: carries them out
 *   <li>{@code Marks}: gathers what it finds
 *   <li>{@code VectorWriter}: writes it down
 * </ul>
 */
package dev.malkoha.engine.deletion;
