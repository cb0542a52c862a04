/** The envelope that every kind of filter block shares: header, checksum, salt. */
@NullMarked
package dev.malkoha.filter.block;

import org.jspecify.annotations.NullMarked;
