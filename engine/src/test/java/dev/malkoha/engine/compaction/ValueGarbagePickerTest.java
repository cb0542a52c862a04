package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which tables are rewritten for what is dead in value files. */
class ValueGarbagePickerTest {

  private static final int HEADER = 24;

  private final ValueFileMeta first = new ValueFileMeta(100, HEADER + 1000, 1);
  private final ValueFileMeta second = new ValueFileMeta(101, HEADER + 1000, 2);
  private final List<List<TableMeta>> levels = new ArrayList<>();
  private Set<Long> busy = Set.of();

  ValueGarbagePickerTest() {
    for (int level = 0; level < Version.LEVELS; level++) {
      levels.add(new ArrayList<>());
    }
  }

  private void add(int level, long number, TableMeta.ValueUse... uses) {
    byte[] key = {(byte) number};
    levels
        .get(level)
        .add(new TableMeta(number, 50, 1, 0, key, key, 1, 1, List.of(uses), null, null));
  }

  private String picked() {
    Optional<Compaction> pick =
        GarbagePicker.pickValues(
            new Shape(100_000, levels, RangeTombstones.NONE, busy, Shape.Ageing.NONE));
    return pick.map(
            of -> {
              assertEquals(Kind.REWRITE, of.kind());
              return "L" + of.outputLevel() + " " + of.tables().getFirst().number();
            })
        .orElse("nothing");
  }

  @Test
  void nothingWhereAtLeastHalfIsAlive() {
    add(0, 1);
    add(1, 2, new TableMeta.ValueUse(first, 300));
    add(1, 3, new TableMeta.ValueUse(first, 200), new TableMeta.ValueUse(second, 1000));
    assertEquals("nothing", picked());
  }

  @Test
  void theTableWithMostOfWhatIsMostlyDead() {
    add(1, 1, new TableMeta.ValueUse(second, 1000));
    add(1, 2, new TableMeta.ValueUse(first, 200));
    add(2, 3, new TableMeta.ValueUse(first, 299));
    assertEquals("L2 3", picked());
    busy = Set.of(3L);
    assertEquals("L1 2", picked());
    busy = Set.of(2L, 3L);
    assertEquals("nothing", picked());
  }

  /** A table that points into others alone waits for its turn. */
  @Test
  void noMoreFilesThanOneJobCanEmpty() {
    long size = 4 * ValueShares.EMPTIED_BYTES;
    long alive = ValueShares.EMPTIED_BYTES - 10;
    for (int i = 0; i < 3; i++) {
      ValueFileMeta file = new ValueFileMeta(100 + i, HEADER + size, i);
      add(1, i, new TableMeta.ValueUse(file, alive + i));
    }
    assertEquals("L1 1", picked(), "of the two that are emptied first, the one with more");
    busy = Set.of(0L, 1L);
    assertEquals("nothing", picked());
  }

  @Test
  void aFileThatWasJustWrittenIsNeverOneOfThem() {
    for (int bytes = 1; bytes < 100; bytes++) {
      levels.get(1).clear();
      add(1, 1, new TableMeta.ValueUse(new ValueFileMeta(102, HEADER + bytes, 3), bytes));
      assertEquals("nothing", picked());
    }
  }
}
