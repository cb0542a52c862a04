/** How stores get back the space of entries that expire. */
@NullMarked
package dev.malkoha.bench.expiry;

import org.jspecify.annotations.NullMarked;
