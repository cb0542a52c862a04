/** Measurements of stores under Kafka Streams, and how they are told. */
@NullMarked
package dev.malkoha.kafkabench.measure;

import org.jspecify.annotations.NullMarked;
