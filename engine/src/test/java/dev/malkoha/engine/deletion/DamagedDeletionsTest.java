package dev.malkoha.engine.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestAppendix;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.sidecar.SidecarSection;
import dev.malkoha.sstable.sidecar.SidecarWriter;
import dev.malkoha.sstable.sidecar.TableDeletions;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Stores of which it is no longer known what is deleted, or that know it wrongly: a check finds it,
 * and such a store is not opened for writing.
 */
class DamagedDeletionsTest {

  private static final int KEYS = 400;
  private static final int DELETED = 40;
  private static final DbOptions OPTIONS = DbOptions.builder().blockBytes(512).build();

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] key(int number) {
    return ("key" + number).getBytes(UTF_8);
  }

  @BeforeEach
  void deleteSome() {
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(key(i), new byte[30]);
      }
      db.compact();
      for (int i = 0; i < DELETED; i++) {
        db.delete(key(i));
      }
      db.flush();
    }
    assertTrue(Stores.verify(disk).ok());
  }

  private String sidecar() {
    return disk.filesAtRest(Stores.PATH).names().stream()
        .filter(name -> name.endsWith(".dv"))
        .findAny()
        .orElseThrow();
  }

  private void assertRefused(String reason) {
    List<String> problems = Stores.verify(disk).problems();
    assertFalse(problems.isEmpty(), reason);
    assertTrue(problems.toString().contains(reason), problems::toString);
  }

  private void assertOpensReadOnlyAtMost(String reason) {
    assertRefused(reason);
    DbCorruptionException refusal =
        assertThrows(DbCorruptionException.class, () -> Stores.open(disk.kill(), OPTIONS).close());
    assertTrue(String.valueOf(refusal.getMessage()).contains("openReadOnly"), refusal::getMessage);
    try (DbReader db = Stores.openReadOnly(disk.kill(), OPTIONS)) {
      assertEquals(1, db.problems().size());
      assertNotNull(db.get(key(KEYS - 1)));
    }
  }

  @Test
  void aMissingSidecarIsFound() {
    String name = sidecar();
    disk.filesAtRest(Stores.PATH).remove(name);
    assertOpensReadOnlyAtMost(name + " is missing");
  }

  @Test
  void everyFlippedBitOfASidecarIsFound() throws IOException {
    String name = sidecar();
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    byte[] whole = files.read(name);
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      files.write(name, whole);
      files.flipBit(name, bit);
      assertRefused(name);
    }
    assertOpensReadOnlyAtMost(name);
  }

  /** One key too many has left the filter, and one too few: only the keys themselves tell. */
  @Test
  void aFilterThatHasLostALivingKeyIsFound() throws IOException {
    rewriteSidecar(
        (before, reader, hasher) -> {
          long[] removals = before.removals();
          byte[] living = key(KEYS - 1);
          RemovableFilter filter = (RemovableFilter) reader.filter();
          removals[0] = filter.removal(hasher.hash(living, 0, living.length));
          return new TableDeletions(before.vector(), before.deadKeys(), removals);
        });
    assertRefused("the filter does not know a key");
  }

  /** The sidecar's sums are right, but the table's keys are not as many as it says. */
  @Test
  void oneRemovalTooManyIsFound() throws IOException {
    rewriteSidecar(
        (before, reader, hasher) -> {
          long[] removals = Arrays.copyOf(before.removals(), DELETED + 1);
          byte[] living = key(KEYS - 1);
          RemovableFilter filter = (RemovableFilter) reader.filter();
          removals[DELETED] = filter.removal(hasher.hash(living, 0, living.length));
          DeletionVector.Builder vector = before.vector().builder();
          vector.add(before.vector().nextLive(0));
          return new TableDeletions(vector.build(), DELETED + 1, removals);
        });
    assertRefused("the filter does not know a key");
  }

  private interface Rewriting {
    TableDeletions change(TableDeletions before, TableReader reader, KeyHasher hasher);
  }

  /** Writes the sidecar anew with other content, and has the manifest name it. */
  private void rewriteSidecar(Rewriting rewriting) throws IOException {
    ManifestAppendix manifest = new ManifestAppendix(disk);
    ManifestState state = manifest.state();
    TableMeta table = state.defaultKeyspace().levels().get(1).getFirst();
    VectorRef before = Objects.requireNonNull(table.vector());
    try (Directory directory = ((Disk) disk).openDirectory(Stores.PATH)) {
      KeyHasher hasher = new KeyHasher(state.identity().hashSeed());
      TableFiles files =
          new TableFiles(directory, state.identity(), new TableResources(new BlockCache(0)));
      try (TableReader reader = files.open(table)) {
        TableDeletions after =
            rewriting.change(files.readDeletions(table, before, reader), reader, hasher);
        directory.delete(FileNames.sidecar(before.sidecar()));
        SidecarSection section;
        try (SidecarWriter writer = files.createSidecar(before.sidecar())) {
          section = writer.add(table.number(), after, reader);
          writer.finish();
        }
        directory.force();
        manifest.append(
            new EditEntry.SetVector(
                table.number(),
                new VectorRef(
                    before.sidecar(),
                    section.offset(),
                    section.length(),
                    section.crc(),
                    after.vector().dead(),
                    before.deadTombstones(),
                    before.changedMillis())));
      }
    }
  }
}
