/** The common part of all measurements: progress, scratch space, the machine they ran on. */
@NullMarked
package dev.malkoha.bench;

import org.jspecify.annotations.NullMarked;
