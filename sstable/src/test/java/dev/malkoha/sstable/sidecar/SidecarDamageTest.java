package dev.malkoha.sstable.sidecar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.Deletions;
import dev.malkoha.sstable.Entry;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.Tables;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.SidecarDump;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever happens to a sidecar's bytes is noticed, and costs no more memory than they do. */
class SidecarDamageTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(SidecarDamageTest.class);
  private static final long SIDECAR = 5;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final TableReader[] tables = new TableReader[2];
  private final TableDeletions[] deletions = new TableDeletions[2];
  private final SidecarSection[] sections = new SidecarSection[2];
  private final byte[] sound;

  SidecarDamageTest() throws IOException {
    Tables place = new Tables();
    Sidecar sidecar = new Sidecar(place, SIDECAR);
    for (int i = 0; i < tables.length; i++) {
      TreeSet<Entry> entries = new TreeSet<>();
      for (int j = 0; j < 60; j++) {
        entries.add(Entry.of("some-key-%04d".formatted(j / 3), j, "value ".repeat(j % 7)));
      }
      tables[i] = place.open(place.build(entries, Tables.options(256, Codecs.NONE)));
      BitSet dead = new BitSet();
      dead.set(6, 20);
      dead.set(30 + i);
      deletions[i] = Deletions.of(tables[i], Tables.HASHER, dead);
      assertTrue(deletions[i].removalCount() > 2);
      sections[i] = sidecar.add(i, deletions[i], tables[i]);
    }
    sound = sidecar.bytes();
  }

  private TableDeletions read(byte[] bytes, int table) throws IOException {
    return SidecarReader.read(new HeapFile(bytes), SIDECAR, sections[table], table, tables[table]);
  }

  /** Whether one of the sections cannot be read any more, while the other says what it did. */
  private boolean isNoticed(byte[] bytes) throws IOException {
    boolean noticed = false;
    for (int i = 0; i < tables.length; i++) {
      try {
        assertEquals(deletions[i], read(bytes, i), REPLAY);
      } catch (CorruptSidecarException e) {
        assertEquals("bytes", e.file());
        assertTrue(e.offset() <= sound.length, e.getMessage());
        noticed = true;
      }
    }
    return noticed;
  }

  private static boolean isNoticedInDump(byte[] bytes) throws IOException {
    try {
      SidecarDump.write(new HeapFile(bytes), SIDECAR, new StringBuilder());
      return false;
    } catch (CorruptSidecarException e) {
      return true;
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    assertEquals(deletions[0], read(sound, 0));
    assertEquals(deletions[1], read(sound, 1));
    for (int bit = 0; bit < sound.length * 8; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertTrue(isNoticed(damaged), "bit " + bit);
      assertTrue(isNoticedInDump(damaged), "bit " + bit);
    }
  }

  @Test
  void everyTruncationIsNoticedByEverySection() throws IOException {
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThrows(CorruptSidecarException.class, () -> read(cut, 0), "length " + length);
      assertThrows(CorruptSidecarException.class, () -> read(cut, 1), "length " + length);
      assertTrue(isNoticedInDump(cut), "length " + length);
    }
    byte[] longer = Arrays.copyOf(sound, sound.length + 1);
    assertThrows(CorruptSidecarException.class, () -> read(longer, 0));
  }

  @Test
  void overwrittenRangesAreNoticed() throws IOException {
    for (int i = 0; i < 3000; i++) {
      byte[] damaged = sound.clone();
      int from = random.nextInt(damaged.length);
      int to = from + 1 + random.nextInt(damaged.length - from);
      Arrays.fill(damaged, from, to, (byte) (random.nextBoolean() ? 0 : random.nextInt(256)));
      assertTrue(Arrays.equals(sound, damaged) || isNoticed(damaged), REPLAY);
    }
  }

  /**
   * With a right checksum anything may be inside: it is refused, or else it says something that can
   * be true of the table.
   */
  @Test
  void craftedContentIsRefusedOrMakesSense() throws IOException {
    int accepted = 0;
    for (int i = 0; i < 60_000; i++) {
      int table = random.nextInt(2);
      SidecarSection section = sections[table];
      int start = (int) section.offset();
      byte[] crafted = Arrays.copyOfRange(sound, start, start + section.length());
      craft(crafted);
      accepted += makesSense(crafted, section, table) ? 1 : 0;
    }
    assertTrue(accepted > 0 && accepted < 30_000, accepted + " accepted, " + REPLAY);
  }

  private void craft(byte[] section) {
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(SidecarFormat.SECTION_CONTENT, section.length);
      section[at] =
          random.nextBoolean()
              ? (byte) (section[at] + random.nextInt(3) - 1)
              : (byte) random.nextInt(256);
    }
  }

  private boolean makesSense(byte[] section, SidecarSection place, int table) throws IOException {
    SidecarSection sealed =
        SidecarFormat.seal(section, section.length, SIDECAR, place.offset(), table);
    byte[] bytes = sound.clone();
    System.arraycopy(section, 0, bytes, (int) place.offset(), section.length);
    TableDeletions read;
    try {
      read = SidecarReader.read(new HeapFile(bytes), SIDECAR, sealed, table, tables[table]);
    } catch (CorruptSidecarException e) {
      return false;
    }
    assertEquals("", read.mismatch(tables[table]), REPLAY);
    assertEquals(60, read.vector().entries(), REPLAY);
    assertEquals(read.vector().dead(), read.vector().dead(0, 60), REPLAY);
    return true;
  }
}
