/**
 * A store that is only read: its files are read beside their writer, into one view after another.
 * It may use the core, and reads files and log by {@code recovery}. {@code Store}, the read-only
 * opening and inspection use it.
 *
 * <ul>
 *   <li>{@code ConcurrentReader}: reads the files beside their writer, by a {@code LiveManifest}
 *       and a {@code LogTail}, and publishes one view, then the next
 *   <li>{@code LiveManifest}: reads until a writer at work is told from damage
 * </ul>
 */
package dev.malkoha.engine.follow;
