package dev.malkoha.storage.sim;

import dev.malkoha.storage.Disk;

/** A disk that comes between its user and another one. */
public interface DiskAround extends Disk {

  /** The other one. */
  Disk disk();
}
