package dev.malkoha.engine.base;

import java.io.IOException;

/** A function that reads or writes files. */
public interface IoFunction<A, T> {

  /** Applies it. */
  T apply(A argument) throws IOException;
}
