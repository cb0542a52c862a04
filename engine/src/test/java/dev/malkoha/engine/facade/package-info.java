/** How handles are let go of, and transactions tried again. */
package dev.malkoha.engine.facade;
