/** Transactions: what one has written, what it rests on, and whether others have changed that. */
@NullMarked
package dev.malkoha.engine.transaction;

import org.jspecify.annotations.NullMarked;
