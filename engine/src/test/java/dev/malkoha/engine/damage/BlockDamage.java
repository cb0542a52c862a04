package dev.malkoha.engine.damage;

import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Flipped bits in data blocks of a store, of all kinds of blocks, alone and side by side. */
final class BlockDamage {

  private static final int PLACES_MAX = 4;
  private static final int BLOCKS_MAX = 20;

  private final SimulatedDisk disk;
  private final SplittableRandom random;
  private final List<StoredBlock> all;
  private final List<StoredBlock> damaged = new ArrayList<>();

  /** Nothing is damaged yet. */
  BlockDamage(SimulatedDisk disk, SplittableRandom random) throws IOException {
    this.disk = disk;
    this.random = random;
    this.all = StoredBlock.all(disk);
  }

  /** The blocks that have a flipped bit. */
  List<StoredBlock> blocks() {
    return List.copyOf(damaged);
  }

  /** Damages blocks at a few places, some of them at the ends of a run of keys. */
  void add(String from, String to) throws IOException {
    List<List<StoredBlock>> kinds =
        List.of(
            all,
            all.stream().filter(StoredBlock::isBorder).toList(),
            all.stream().filter(StoredBlock::isOfOneKey).toList(),
            all.stream().filter(block -> block.mayHold(from) || block.mayHold(to)).toList());
    for (int i = random.nextInt(PLACES_MAX); i >= 0 && !all.isEmpty(); i--) {
      List<StoredBlock> kind = kinds.get(random.nextInt(kinds.size()));
      addFrom(kind.isEmpty() ? all : kind);
    }
  }

  private void addFrom(List<StoredBlock> blocks) throws IOException {
    int first = all.indexOf(blocks.get(random.nextInt(blocks.size())));
    int count = random.nextInt(8) == 0 ? random.nextInt(BLOCKS_MAX) : 1 + random.nextInt(2);
    for (StoredBlock block : all.subList(first, Math.min(all.size(), first + count))) {
      if (!damaged.contains(block)) {
        int at = block.offset() + random.nextInt(block.length());
        long bit = (long) at * Byte.SIZE + random.nextInt(Byte.SIZE);
        disk.filesAtRest(Stores.PATH).flipBit(block.table(), bit);
        damaged.add(block);
      }
    }
  }
}
