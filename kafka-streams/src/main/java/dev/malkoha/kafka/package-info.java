/**
 * State stores for Kafka Streams that need no native code: name {@link
 * dev.malkoha.kafka.MalkohaStoreSuppliers} in the configuration.
 */
@NullMarked
package dev.malkoha.kafka;

import org.jspecify.annotations.NullMarked;
