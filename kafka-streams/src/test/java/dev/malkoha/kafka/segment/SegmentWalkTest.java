package dev.malkoha.kafka.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Walks beside a sorted map. */
@Tag("hunt")
class SegmentWalkTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(12);
  private static final int ENTRIES = 400;
  private static final int WALKS = 150;

  private record Fields(Bytes key, long time, int tail) {}

  @TempDir private Path directory;

  @Test
  void findsWhatIsSelectedInOrder() {
    int found = 0;
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      found += run(seed);
    }
    assertTrue(found > HISTORIES * WALKS, "too little was selected: " + found);
  }

  private int run(long seed) {
    RandomEntries some = new RandomEntries(new Random(seed));
    SegmentKeys keys = some.keys(some.retention());
    TreeMap<byte[], Fields> model = new TreeMap<>(Arrays::compareUnsigned);
    int found = 0;
    try (Db db = Db.open(directory.resolve("db" + seed))) {
      for (int i = 0; i < ENTRIES; i++) {
        Fields fields = new Fields(some.key(), some.time(), some.tail());
        byte[] entry = keys.entry(fields.key, fields.time, fields.tail);
        model.put(entry, fields);
        db.put(entry, entry);
      }
      for (int i = 0; i < WALKS; i++) {
        found +=
            walk(db, keys, model, some.selection(), Trials.replay(SegmentWalkTest.class, seed));
      }
    }
    return found;
  }

  private static int walk(
      Db db, SegmentKeys keys, Map<byte[], Fields> model, Selection selection, String what) {
    List<String> expected =
        model.entrySet().stream()
            .filter(e -> isSelected(selection, e.getValue()))
            .map(e -> HexFormat.of().formatHex(e.getKey()))
            .toList();
    SegmentScan scan = new SegmentScan(keys, selection);
    assertEquals(expected, walked(db, scan, true), () -> what + ", " + selection);
    assertEquals(expected.reversed(), walked(db, scan, false), () -> what + ", " + selection);
    return expected.size();
  }

  private static boolean isSelected(Selection selection, Fields fields) {
    return RandomEntries.isSelected(selection, fields.key, fields.time, fields.tail);
  }

  private static List<String> walked(Db db, SegmentScan scan, boolean forward) {
    List<String> found = new ArrayList<>();
    try (SegmentWalk walk = new SegmentWalk(db.scan(scan.range()), scan, forward)) {
      while (walk.next()) {
        assertTrue(Arrays.equals(walk.entry(), walk.value()));
        found.add(HexFormat.of().formatHex(walk.entry()));
      }
      assertFalse(walk.next(), "it goes on behind its end");
    }
    return found;
  }
}
