/**
 * The evaluation of the cuckoo filter papers, run here: each table and figure as the paper defines
 * it, with the paper's numbers beside ours.
 *
 * <p>The papers are B. Fan, D. Andersen, M. Kaminsky, M. Mitzenmacher, "Cuckoo Filter: Practically
 * Better Than Bloom", CoNEXT 2014, here "the paper", and B. Fan, D. Andersen, M. Kaminsky, "Cuckoo
 * Filter: Better Than Bloom", ;login: 38(4), 2013, here "the login article".
 */
@NullMarked
package dev.malkoha.papers;

import org.jspecify.annotations.NullMarked;
