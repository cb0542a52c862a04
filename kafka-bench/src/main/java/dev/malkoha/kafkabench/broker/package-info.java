/** A broker of Kafka from its published jars, in a process of its own. */
@NullMarked
package dev.malkoha.kafkabench.broker;

import org.jspecify.annotations.NullMarked;
