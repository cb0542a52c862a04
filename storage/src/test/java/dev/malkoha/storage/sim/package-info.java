/**
 * A disk in memory that can crash, fail, fill up and rot, for the tests of every module.
 *
 * <p>{@link dev.malkoha.storage.sim.SimulatedDisk} keeps what a machine keeps in two places: the
 * current state, which every reader sees, and the durable state, which a power cut leaves. Sectors
 * of 512 bytes, file lengths and directory entries each cross from one to the other on their own
 * unless a force carries them. {@link dev.malkoha.storage.sim.CrashState} says what has crossed at
 * the moment of the cut, {@link dev.malkoha.storage.sim.Fault} which calls fail. {@link
 * dev.malkoha.storage.sim.SimulatedProcess} is one of several processes that use the disk, each
 * with locks of its own.
 */
@NullMarked
package dev.malkoha.storage.sim;

import org.jspecify.annotations.NullMarked;
