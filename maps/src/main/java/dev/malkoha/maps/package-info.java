/**
 * Typed maps over keyspaces: a {@link dev.malkoha.maps.TypedMap} of a {@link
 * dev.malkoha.maps.KeyCodec} and a {@link dev.malkoha.maps.Codec}, which {@link
 * dev.malkoha.maps.Codecs} has for common types.
 */
@NullMarked
package dev.malkoha.maps;

import org.jspecify.annotations.NullMarked;
