/**
 * Numbers, byte strings and checksums as bytes: what the formats of all files are made of.
 *
 * <p>All numbers are little-endian unless a name says otherwise, and all checksums CRC-32C. Bytes
 * that do not follow their format are a {@link dev.malkoha.codec.MalformedBytesException}, for the
 * reader of a file to say which file it is and what to do.
 */
@NullMarked
package dev.malkoha.codec;

import org.jspecify.annotations.NullMarked;
