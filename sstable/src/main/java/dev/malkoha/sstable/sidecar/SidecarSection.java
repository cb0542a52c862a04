package dev.malkoha.sstable.sidecar;

/**
 * Where one table's deletions are in a sidecar file: what must be noted elsewhere to find and to
 * trust them.
 *
 * @param offset of the section's first byte in the file
 * @param length of the section in bytes
 * @param crc the section's checksum, which covers file, place, length and table, too
 */
public record SidecarSection(long offset, int length, int crc) {}
