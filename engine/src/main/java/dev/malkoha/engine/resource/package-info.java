/**
 * What stores of a process share: the memory of memtables, the pace of background writing, the
 * files that are open. It uses no other package of the engine: it knows nothing of stores but what
 * they tell it. {@code facade} makes it; trees, commits and compactions ask it.
 *
 * <ul>
 *   <li>{@code MemTableBudget}: with a {@code BudgetAccount} for each store and a {@code TreeShare}
 *       for each tree
 *   <li>{@code OpenFileCap}: closes files that nobody has read for long
 *   <li>{@code WriteRate}: the pace of background writing
 *   <li>{@code Clock}: the time by which that and the delete applier rest
 * </ul>
 */
package dev.malkoha.engine.resource;
