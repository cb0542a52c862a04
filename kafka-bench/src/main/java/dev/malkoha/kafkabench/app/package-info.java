/** The application of Kafka Streams that is killed and measured. */
@NullMarked
package dev.malkoha.kafkabench.app;

import org.jspecify.annotations.NullMarked;
