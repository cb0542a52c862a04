/** Disks that come between a store and its files, for tests. */
package dev.malkoha.engine.disk;
