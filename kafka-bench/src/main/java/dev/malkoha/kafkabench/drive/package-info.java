/** Stores of Kafka Streams driven as processors do, without a broker, in a process of their own. */
@NullMarked
package dev.malkoha.kafkabench.drive;

import org.jspecify.annotations.NullMarked;
