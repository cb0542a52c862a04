package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.inspect.FileDump;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A data block of a table as it lies on the disk, and which keys it may hold.
 *
 * @param lowest at or below all of its keys
 * @param highest at or above them
 * @param isBorder whether the table's first or last block
 */
record StoredBlock(
    String table, int offset, int length, String lowest, String highest, boolean isBorder) {

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)^block \\d+: offset (\\d+), stored (\\d+), .*up to (\\S+) tag \\d+\\n"
              + "  entry \\d+: key (\\S+) tag");

  /** The blocks of all tables of the store on a disk. */
  static List<StoredBlock> all(SimulatedDisk disk) throws IOException {
    List<StoredBlock> blocks = new ArrayList<>();
    for (String file : FileDump.files(disk, Stores.PATH, "default")) {
      if (FileKind.of(file) == FileKind.TABLE) {
        StringBuilder dump = new StringBuilder();
        FileDump.dump(disk, Stores.PATH.resolve(file), dump);
        blocks.addAll(blocks(file, dump.toString()));
      }
    }
    return blocks;
  }

  private static List<StoredBlock> blocks(String table, String dump) {
    List<MatchResult> found = BLOCK.matcher(dump).results().toList();
    List<StoredBlock> blocks = new ArrayList<>();
    for (MatchResult block : found) {
      boolean isBorder = blocks.isEmpty() || blocks.size() + 1 == found.size();
      String lowest = blocks.isEmpty() ? key(block.group(4)) : blocks.getLast().highest;
      int offset = Integer.parseInt(block.group(1));
      int length = Integer.parseInt(block.group(2));
      blocks.add(new StoredBlock(table, offset, length, lowest, key(block.group(3)), isBorder));
    }
    return blocks;
  }

  private static String key(String hex) {
    return new String(HexFormat.of().parseHex(hex), ISO_8859_1);
  }

  /** Whether nothing but versions of one key can be in it. */
  boolean isOfOneKey() {
    return lowest.equals(highest);
  }

  /** Whether a key may be in it. */
  boolean mayHold(String key) {
    return lowest.compareTo(key) <= 0 && highest.compareTo(key) >= 0;
  }

  /** Whether all keys of a range may be in it. */
  boolean covers(KeyRange range) {
    KeyRange own = KeyRange.closed(lowest.getBytes(ISO_8859_1), highest.getBytes(ISO_8859_1));
    return own.intersect(range).equals(range);
  }
}
