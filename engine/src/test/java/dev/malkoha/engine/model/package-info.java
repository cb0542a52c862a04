/** Random histories of a store, compared call by call with a sorted map. */
package dev.malkoha.engine.model;
