package dev.malkoha.engine.tree;

import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.filter.KeyHasher;
import org.jspecify.annotations.Nullable;

/**
 * What all trees of a store share.
 *
 * @param trees the published view of all trees
 * @param sections tell when point reads have ended
 * @param snapshots the sequence numbers that are read at
 * @param hasher the store's keyed hash
 * @param memory what memtables may take
 * @param parts what memtables grow by
 * @param versions changes what trees consist of; null in a store that is only read
 * @param observer is told what happens
 * @param outside tells the time and draws random bits
 */
public record Shared(
    Trees trees,
    Health health,
    ReadSections sections,
    Snapshots snapshots,
    KeyHasher hasher,
    BudgetAccount memory,
    SpareParts parts,
    @Nullable Versions versions,
    Observer observer,
    TimeAndChance outside) {}
