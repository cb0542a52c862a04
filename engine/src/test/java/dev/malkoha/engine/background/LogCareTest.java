package dev.malkoha.engine.background;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class LogCareTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final List<LogProof> notes = new ArrayList<>();
  private final Log log = openLog();

  private Log openLog() throws IOException {
    return Log.open(
        disk.openDirectory(Path.of("db")), LogOptions.DEFAULT, 0, (position, b, o, length) -> {});
  }

  LogCareTest() throws IOException {}

  @Test
  void whatWasWrittenIsNotedOnce() throws IOException {
    LogCare care = care(Runnable::run, notes::add);
    append();
    care.tick();
    care.tick();
    assertEquals(List.of(log.proof()), notes);
    assertEquals(log.endPosition(), log.durablePosition());
  }

  /** Nothing is in doubt: the note was not made. */
  @Test
  void aNoteThatFindsNoRoomIsTriedAgain() throws IOException {
    boolean[] isFull = {true};
    LogCare care = care(Runnable::run, proof -> noteUnless(isFull[0], proof));
    append();
    care.tick();
    isFull[0] = false;
    care.tick();
    assertEquals(List.of(log.proof()), notes);
  }

  private void noteUnless(boolean isFull, LogProof proof) throws IOException {
    if (isFull) {
      throw new NoSpaceException("full");
    }
    notes.add(proof);
  }

  /** It would never be asked again, were it taken for one that is under way. */
  @Test
  void aSpareThatNoWorkerTakesIsAskedForAgain() throws IOException {
    List<Runnable> taken = new ArrayList<>();
    boolean[] refuses = {true};
    LogCare care =
        care(
            work -> {
              if (refuses[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              taken.add(work);
            },
            notes::add);
    care.noteEnd(1 << 30);
    refuses[0] = false;
    care.noteEnd(Long.MAX_VALUE / 2);
    assertEquals(1, taken.size());
  }

  /** Takes proofs. */
  private interface Notes {
    void note(LogProof proof) throws IOException;
  }

  private void append() throws IOException {
    log.append(new byte[100], 0, 100);
  }

  private LogCare care(Executor worker, Notes keeper) {
    Background.Job proving =
        () -> {
          log.force(log.endPosition());
          keeper.note(log.proof());
        };
    return new LogCare(log, worker, proving, () -> {});
  }
}
