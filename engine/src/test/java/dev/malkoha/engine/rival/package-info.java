/** Processes that use one directory at the same time, each as if it were alone. */
package dev.malkoha.engine.rival;
