/** A program that brings a RocksDB store over, and back. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
