/** The write path: batch encoding and the commit pipeline. */
@NullMarked
package dev.malkoha.engine.write;

import org.jspecify.annotations.NullMarked;
