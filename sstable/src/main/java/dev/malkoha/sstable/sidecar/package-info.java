/**
 * Sidecars: files beside the tables that say which of their entries are dead. {@code
 * docs/format/sidecar.md} describes them.
 */
@NullMarked
package dev.malkoha.sstable.sidecar;

import org.jspecify.annotations.NullMarked;
