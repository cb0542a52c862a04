/**
 * What implements the API: {@code StoreDb} is a {@code Db}, and so on by name. It may use all other
 * packages, and holds what turns their failures into exceptions of the API. The API's static
 * factories use it, and nothing else does.
 */
package dev.malkoha.engine.facade;
