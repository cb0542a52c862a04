/** State stores that map keys to values, of now or with their history. */
@NullMarked
package dev.malkoha.kafka.keyvalue;

import org.jspecify.annotations.NullMarked;
