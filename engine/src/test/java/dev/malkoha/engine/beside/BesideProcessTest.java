package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of processes: one writes, flushes, compacts, creates and drops keyspaces, and this one
 * reads beside it. Each moment that it sees is one that was, and none is earlier than one before.
 */
@Tag("hunt")
@Tag("process")
class BesideProcessTest {

  private static final int LOOKS_A_READER = 50;

  /** Fewer readers may be done before the writer has begun. */
  private static final int LOOKS = Math.max(5, Trials.count(5)) * LOOKS_A_READER;

  @TempDir private Path parent;

  @Test
  void everyMomentIsOneThatWas() throws Exception {
    read(parent.resolve("store"));
  }

  @SuppressWarnings("try") // the end of what is asked ends the process
  private static void read(Path path) throws Exception {
    Process writer = start(path);
    int number = 0;
    int moments = 0;
    try (OutputStream asked = writer.getOutputStream()) {
      asked.write(0);
      for (int look = 0; look < LOOKS; look += LOOKS_A_READER) {
        try (DbReader db = open(path)) {
          assertTrue(NumberedBatches.check(db) >= number, "an earlier one than " + number);
          for (int i = 0; i < LOOKS_A_READER; i++) {
            asked.write(0);
            asked.flush();
            db.refresh();
            int now = NumberedBatches.check(db);
            assertTrue(now >= number, now + " after " + number);
            moments += now > number ? 1 : 0;
            number = now;
          }
        }
        assertEquals(List.of(), StoreTools.verify(path).problems());
      }
      asked.close();
      assertEquals(0, writer.waitFor());
    } finally {
      writer.destroyForcibly().waitFor();
    }
    assertTrue(moments > 10, "moments: " + moments + " at " + number);
    try (DbReader db = Db.openReadOnly(path)) {
      assertFalse(db.refresh());
      int asked = (LOOKS + 1) * WritingProcess.BATCHES_A_BYTE;
      assertEquals(asked, NumberedBatches.check(db));
    }
  }

  /** Opens the store, as soon as it is made. */
  private static DbReader open(Path path) {
    while (true) {
      try {
        DbReader db = Db.openReadOnly(path, DbOptions.builder().memTableBytes(32 << 10).build());
        assertEquals(List.of(), db.problems());
        return db;
      } catch (DbNotFoundException e) {
        Thread.onSpinWait();
      }
    }
  }

  private static Process start(Path path) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-ea"));
    command.addAll(List.of("-Djava.util.logging.config.file=none"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(WritingProcess.class.getName(), path.toString()));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
