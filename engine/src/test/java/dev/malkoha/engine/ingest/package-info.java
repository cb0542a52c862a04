/** Tests of bulk loading: what it adds, from what, and what it refuses. */
package dev.malkoha.engine.ingest;
