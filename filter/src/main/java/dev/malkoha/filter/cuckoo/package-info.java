/**
 * Cuckoo filters: partial-key cuckoo hashing over packed buckets, built offline from all hashes of
 * a table at once.
 */
@NullMarked
package dev.malkoha.filter.cuckoo;

import org.jspecify.annotations.NullMarked;
