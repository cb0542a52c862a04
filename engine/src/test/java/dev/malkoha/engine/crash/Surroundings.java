package dev.malkoha.engine.crash;

import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What lies between a store and its simulated disk: nothing, or a bug.
 *
 * @param prepare what is done to a new disk; crashed disks inherit it
 * @param wrap what the store sees of a disk
 */
record Surroundings(UnaryOperator<SimulatedDisk> prepare, Function<SimulatedDisk, Disk> wrap) {

  /** A store that does all it should. */
  static final Surroundings PLAIN = new Surroundings(disk -> disk, disk -> disk);

  /** A disk that does not do some of what it is told. */
  static Surroundings of(UnaryOperator<SimulatedDisk> prepare) {
    return new Surroundings(prepare, disk -> disk);
  }

  /** A store that sees its disk through a wrapper. */
  static Surroundings seenThrough(Function<SimulatedDisk, Disk> wrap) {
    return new Surroundings(disk -> disk, wrap);
  }
}
