package dev.malkoha.engine;

/** What an acknowledged write survives. */
public enum Durability {
  /**
   * Survives the death of the process ({@code kill -9} included), since the log is written through
   * a mapping that belongs to the operating system. A power cut may lose the newest writes, always
   * a suffix of them, never one from the middle.
   */
  PROCESS,
  /**
   * Survives a power cut: the call returns after the log was forced to the device. Writers that
   * wait at the same time share one force.
   */
  SYNC
}
