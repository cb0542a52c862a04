/** Our filters beside those of other Java libraries: space, rate, and times measured by JMH. */
@NullMarked
package dev.malkoha.papers.filters;

import org.jspecify.annotations.NullMarked;
