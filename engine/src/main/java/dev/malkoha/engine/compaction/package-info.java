/**
 * Turning memtables into tables and tables into fewer, deeper ones. It may use {@code read} and
 * what is below; its pickers decide from a {@code Shape} alone. {@code jobs}, {@code deletion} and
 * {@code ingest} use its merges, and all that open tables use {@code TableFiles}.
 *
 * <ul>
 *   <li>{@code CompactionPicker}, {@code GarbagePicker}: decide
 *   <li>{@code MergePlan}, {@code MergeJob}: decide what is written, and write it
 *   <li>{@code TableFiles}, {@code OutputTable}: open and create files; a table that is written
 *   <li>{@code RangeReduction}: range deletes joined, and those that newer ones replace
 *   <li>{@code ValueSplit}: with the key or into a value file
 *   <li>{@code ValueShares}: which part of a value file is alive, and which values go into one
 * </ul>
 */
package dev.malkoha.engine.compaction;
