/** Stores in a program or server that does as it likes with threads, class loaders and the log. */
package dev.malkoha.engine.host;
