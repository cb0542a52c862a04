/**
 * Value files: values that lie apart from their keys, and the pointers that entries hold to them.
 */
@NullMarked
package dev.malkoha.sstable.value;

import org.jspecify.annotations.NullMarked;
