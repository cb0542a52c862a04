package dev.malkoha.engine.background;

import java.io.IOException;

/** A piece of background work. */
public interface Job {
  void run() throws IOException;
}
