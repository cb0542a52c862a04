package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import java.util.List;

/** Tells, without reading anything, how many blocks the deletes of a chunk will have to read. */
final class BlockCount {

  private final OlderSources sources;

  BlockCount(OlderSources sources) {
    this.sources = sources;
  }

  /**
   * How many blocks of older sources are not in memory and may hold one of the keys. The keys
   * ascend, so one block needed twice in a row is read once.
   */
  int toRead(List<Tombstone> chunk) {
    int blocks = 0;
    for (Place place : sources.older()) {
      blocks += toRead(place, chunk);
    }
    return blocks;
  }

  private static int toRead(Place place, List<Tombstone> chunk) {
    int blocks = 0;
    int last = -1;
    for (Tombstone tombstone : chunk) {
      Table table = place.tableFor(tombstone);
      if (table != null) {
        byte[] key = tombstone.key();
        int block = table.reader().blockNumber(key, 0, key.length, -1L);
        if (block != last && !table.reader().isResident(key, 0, key.length, -1L)) {
          blocks++;
        }
        last = block;
      }
    }
    return blocks;
  }
}
