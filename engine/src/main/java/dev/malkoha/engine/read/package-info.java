/** The read path: the view a reader pins, the merge of its sources, and what it shows. */
@NullMarked
package dev.malkoha.engine.read;

import org.jspecify.annotations.NullMarked;
