/** An application is killed with a state that grows; how soon it is ready again is measured. */
@NullMarked
package dev.malkoha.kafkabench.restart;

import org.jspecify.annotations.NullMarked;
