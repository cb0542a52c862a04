package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable.LogPlace;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edits that move the log's begin: each holds by itself, in whatever order they are made. */
class LogNeedsTest {

  private static final Path PATH = Path.of("log");
  private static final Log.RecordHandler NOBODY = (position, buffer, offset, length) -> {};

  private final SimulatedDisk disk = new SimulatedDisk();
  private final BareTree bare = BareTree.on(new SimulatedDisk(), DbOptions.defaults());
  private final Log log = Log.open(disk.openDirectory(PATH), new LogOptions(2048, 4), 0, NOBODY);
  private final LogNeeds needs =
      new LogNeeds(
          log, bare.shared(), new HeldMarks(bare.shared(), log, null, moment -> {}, () -> {}));

  LogNeedsTest() throws IOException {}

  private long append() throws IOException {
    return log.append(new byte[900], 0, 900);
  }

  private static LogProof proof(List<EditEntry> edit) {
    return edit.stream()
        .filter(EditEntry.LogMark.class::isInstance)
        .map(entry -> ((EditEntry.LogMark) entry).proof())
        .findFirst()
        .orElseThrow();
  }

  /** What a power cut leaves is opened, from where an edit says that the log begins. */
  private void assertOpens(LogPlace floor, LogProof proof) throws IOException {
    for (CrashState how : CrashState.ALL) {
      Directory left = disk.crash(how, floor.position()).openDirectory(PATH);
      assertTrue(Log.recover(left, floor.position(), proof, NOBODY).end() >= floor.position());
    }
  }

  /** A flush is about to say that nothing is needed; a drop comes first, and others need it all. */
  @Test
  void anEditThatIsNotMadeYetProvesNothing() throws IOException {
    LogPlace first = new LogPlace(append(), 1);
    log.force(first.position());
    for (int i = 0; i < 5; i++) {
      append();
    }
    LogPlace end = new LogPlace(append(), 7);
    LogProof flush = proof(needs.edit(end));
    assertEquals(end.position(), flush.durable());
    LogProof drop = proof(needs.edit(first));
    assertOpens(first, drop);
    assertOpens(end, flush);
    log.release(end.position());
    assertEquals(flush, proof(needs.edit(first)), "the flush's edit was made");
  }
}
