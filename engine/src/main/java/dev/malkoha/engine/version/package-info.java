/** Which tables make up the store: versions, edits, the manifest and the open tables. */
@NullMarked
package dev.malkoha.engine.version;

import org.jspecify.annotations.NullMarked;
