/** Java processes that this one starts, and waiting for what they do. */
@NullMarked
package dev.malkoha.kafkabench.process;

import org.jspecify.annotations.NullMarked;
