/** RocksDB without Java in between: its own benchmark, run beside ours. */
@NullMarked
package dev.malkoha.bench.beside;

import org.jspecify.annotations.NullMarked;
