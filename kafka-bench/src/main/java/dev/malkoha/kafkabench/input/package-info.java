/** The input of the applications: generated events, and the states that these lead to. */
@NullMarked
package dev.malkoha.kafkabench.input;

import org.jspecify.annotations.NullMarked;
