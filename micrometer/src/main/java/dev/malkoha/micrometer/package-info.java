/**
 * The figures of a store as meters of Micrometer: bind a {@link
 * dev.malkoha.micrometer.MalkohaMetrics} to a registry.
 */
@NullMarked
package dev.malkoha.micrometer;

import org.jspecify.annotations.NullMarked;
