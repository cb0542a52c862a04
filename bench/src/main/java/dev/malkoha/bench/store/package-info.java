/** The stores under measurement, each behind the same few operations. */
@NullMarked
package dev.malkoha.bench.store;

import org.jspecify.annotations.NullMarked;
