/** Results for people and for programs: tables of text, JSON, and one page of HTML. */
@NullMarked
package dev.malkoha.bench.report;

import org.jspecify.annotations.NullMarked;
