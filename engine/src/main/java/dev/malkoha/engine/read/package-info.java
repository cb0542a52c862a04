/**
 * The read path: the view a reader pins, the merge of its sources, and what it shows. It may use
 * {@code version} and what is below. {@code TreeReads} uses it, and all that walks over entries.
 */
package dev.malkoha.engine.read;
