package dev.malkoha.engine.mutation;

/** A bug that the engine must not have, as a change to the code that does not have it. */
interface Bug {

  /** The engine with it. */
  Mutant mutant();

  /**
   * The search that must find it, by its class's name: tells of a seed whether the history of that
   * seed shows it.
   */
  String hunt();
}
