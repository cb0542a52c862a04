/**
 * The filters that the cuckoo filter is measured against, each as Fan, Andersen, Kaminsky and
 * Mitzenmacher evaluate it in "Cuckoo Filter: Practically Better Than Bloom" (CoNEXT 2014), section
 * 7.
 *
 * <p>They exist for the comparison. The store's tables do not use them, so they have no serialised
 * form.
 */
@NullMarked
package dev.malkoha.papers.rivals;

import org.jspecify.annotations.NullMarked;
