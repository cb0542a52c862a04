/** Programs of one file that show how a store is used; each of them can be run by itself. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
