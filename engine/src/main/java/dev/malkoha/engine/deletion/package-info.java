/**
 * Safe deletes: finding what a tombstone covers, marking both dead, and keeping what is known of
 * the dead in sidecars. See docs/deletes.md.
 */
@NullMarked
package dev.malkoha.engine.deletion;

import org.jspecify.annotations.NullMarked;
