package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.StoreKind;

/**
 * What a run does.
 *
 * @param kills how often an instance is killed
 * @param guarantee {@code at_least_once} or {@code exactly_once_v2}
 * @param standbys how many more instances keep each state
 * @param seed of the input, and of when which instance is killed
 */
public record KillOptions(
    Scale scale, int kills, String guarantee, StoreKind store, int standbys, long seed) {}
