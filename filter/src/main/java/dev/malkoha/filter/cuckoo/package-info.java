/**
 * Cuckoo filters: each key's fingerprint in one of a few slots that the fingerprint itself can tell
 * of one another.
 *
 * <p>Two ways to use them: a {@link dev.malkoha.filter.cuckoo.CuckooPolicy} builds a table's filter
 * at once from all hashes, which is then only read ({@code Layout}, {@code OfflineBuild} and the
 * {@code …Placement}s build, the {@code …Filter}s look up); a {@link
 * dev.malkoha.filter.cuckoo.CuckooFilter}, or a {@link dev.malkoha.filter.cuckoo.CuckooMap} with
 * values, grows and shrinks ({@code CuckooTable}, {@code CuckooWalk} over {@code Buckets}). Both
 * have the same bytes.
 *
 * <p>Three layouts: plain buckets ({@code CuckooGeometry}, {@code PartialKey}, {@code SlotArray},
 * {@code Narrow…} where a bucket fits one load and {@code Wide…} where not); semi-sorted buckets
 * ({@code SemiSorted…}, {@code MultisetCode}); overlapping windows ({@code Window…}).
 */
@NullMarked
package dev.malkoha.filter.cuckoo;

import org.jspecify.annotations.NullMarked;
