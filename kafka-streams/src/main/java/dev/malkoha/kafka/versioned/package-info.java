/** State stores that keep the versions that their keys' values had over some time. */
@NullMarked
package dev.malkoha.kafka.versioned;

import org.jspecify.annotations.NullMarked;
