/**
 * The storage seam: every file action of the store goes through the interfaces of this package, so
 * that a simulated disk can stand in for the real one and crash, tear or refuse any of them.
 *
 * <p>What is durable when: bytes of a file after its {@code force}, a name (created, renamed or
 * deleted) after the {@code force} of its directory. Nothing else is promised across a power cut.
 *
 * <p>{@code PageCacheGauge} says whether files are read by copies from mappings or at positions, by
 * the time that reads take.
 */
@NullMarked
package dev.malkoha.storage;

import org.jspecify.annotations.NullMarked;
