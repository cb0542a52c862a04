package dev.malkoha.engine.store;

import java.io.IOException;

/** A piece of background work. */
interface Job {
  void run() throws IOException;
}
