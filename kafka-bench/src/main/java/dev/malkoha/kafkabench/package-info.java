/** Applications of Kafka Streams on a real broker, over RocksDB and over Malkoha. */
@NullMarked
package dev.malkoha.kafkabench;

import org.jspecify.annotations.NullMarked;
