/**
 * One ordered map of keys: {@code Tree} with its memtables, version and published view, its reads,
 * the tables it installs, and {@code Shared}, what all trees of a store have in common. It may use
 * the packages of data and of files below it, from {@code deletion} to the API; it knows neither
 * threads nor commits. All that writes, recovers, copies or shows a store uses it.
 */
@NullMarked
package dev.malkoha.engine.tree;

import org.jspecify.annotations.NullMarked;
