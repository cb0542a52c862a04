/** The comparison of stores on deletes: what they cost, and what reads cost after them. */
@NullMarked
package dev.malkoha.bench.deletes;

import org.jspecify.annotations.NullMarked;
