/** A service of Spring Boot whose data are in a store, with its health and its metrics. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
