/**
 * Filters that answer "certainly absent" or "maybe present" for a key, without the key.
 *
 * <p>A {@link dev.malkoha.filter.KeyHasher} turns a key into 64 bits once; a {@link
 * dev.malkoha.filter.FilterPolicy} turns the hashes of one table's keys into a self-describing,
 * checksummed block; {@link dev.malkoha.filter.Filters#open} turns the block's bytes back into a
 * {@link dev.malkoha.filter.Filter}, in place.
 *
 * <p>The one promise everything here keeps: a key whose hash was given to the build is never
 * answered "absent". Whatever is damaged, unknown or unbuildable answers "maybe" for every key.
 */
@NullMarked
package dev.malkoha.filter;

import org.jspecify.annotations.NullMarked;
