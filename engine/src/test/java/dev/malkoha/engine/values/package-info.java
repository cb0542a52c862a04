/** Values that lie apart from their keys. */
package dev.malkoha.engine.values;
