/**
 * State stores that keep the versions that their keys' values had over some time. {@code
 * VersionHistory} says what a new version changes.
 */
@NullMarked
package dev.malkoha.kafka.versioned;

import org.jspecify.annotations.NullMarked;
