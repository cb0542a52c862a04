/** Bloom filters, standard and blocked: what the cuckoo filters are measured against. */
@NullMarked
package dev.malkoha.filter.bloom;

import org.jspecify.annotations.NullMarked;
