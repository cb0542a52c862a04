/** How stores fare as they grow. */
@NullMarked
package dev.malkoha.bench.growth;

import org.jspecify.annotations.NullMarked;
