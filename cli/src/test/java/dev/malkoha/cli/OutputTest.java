package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Db;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output that cannot be written: a command that lost it never exits with 0. */
final class OutputTest {

  /** More than any buffer on the way holds. */
  private static final int ENTRIES = 20_000;

  @TempDir private Path parent = Path.of("");
  private String dir = "";

  @BeforeEach
  void makeStore() {
    Path path = parent.resolve("store");
    dir = path.toString();
    try (Db db = Db.open(path)) {
      for (int i = 0; i < ENTRIES; i++) {
        db.put(String.format(Locale.ROOT, "key%05d", i).getBytes(UTF_8), "value".getBytes(UTF_8));
      }
    }
  }

  private List<List<String>> commandsThatShow() {
    return List.of(
        List.of("scan", dir),
        List.of("get", dir, "key00007"),
        List.of("get", dir, "key00007", "--raw"),
        List.of("count", dir),
        List.of("stats", dir),
        List.of("stats", dir, "--format", "json"),
        List.of("explain", "get", dir, "key00007"),
        List.of("verify", dir),
        List.of("dump", dir),
        List.of("keyspaces", dir),
        List.of("completion"),
        List.of("help", "scan"),
        List.of("--help"),
        List.of("--version"));
  }

  /** A stream with room for some bytes, as on a disk that is nearly full. */
  private static final class Full extends OutputStream {

    private int room;

    Full(int room) {
      this.room = room;
    }

    @Override
    public void write(int one) throws IOException {
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      room--;
    }
  }

  private record Ended(int code, String err) {}

  private static Ended run(OutputStream out, boolean pipe, List<String> words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new Output(out, () -> pipe),
            new PrintStream(err, false, UTF_8),
            Progress.SILENT);
    int code = Main.run(terminal, words.toArray(String[]::new));
    terminal.err.flush();
    return new Ended(code, err.toString(UTF_8));
  }

  @Test
  void outputThatIsLostIsAFailure() {
    for (List<String> words : commandsThatShow()) {
      for (int room : List.of(0, 3)) {
        Ended ended = run(new Full(room), false, words);

        assertEquals(5, ended.code(), words + " " + ended);
        assertEquals(
            "malkoha: the output could not be written: No space left on device\n",
            ended.err().replace(System.lineSeparator(), "\n"),
            words.toString());
      }
    }
  }

  @Test
  void aReaderThatLeavesIsNoFailure() {
    for (List<String> words : commandsThatShow()) {
      Ended ended = run(new Full(0), true, words);

      assertEquals(0, ended.code(), words + " " + ended);
      assertEquals("", ended.err(), words.toString());
    }
  }

  /** What failed once is not tried again: the output would have a hole, or bytes twice. */
  @Test
  void nothingFollowsWhatWasLost() throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    boolean[] full = {true};
    OutputStream sometimes =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            if (full[0]) {
              throw new IOException("No space left on device");
            }
            written.write(one);
          }
        };
    Output output = new Output(sometimes, () -> false);
    try (PrintStream out = new PrintStream(output, false, UTF_8)) {
      out.print("a");
      full[0] = false;
      out.print("b");
    }

    assertEquals("", written.toString(UTF_8));
    assertTrue(output.isLost());
  }

  private Process start(ProcessBuilder.Redirect out, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectOutput(out).start();
  }

  @Tag("process")
  @Test
  void aFullDiskIsFive() throws Exception {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no /dev/full");
    for (String command : List.of("scan", "stats")) {
      Process process = start(ProcessBuilder.Redirect.to(full), command, dir);
      String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

      assertEquals(5, process.waitFor(), err);
      assertTrue(err.startsWith("malkoha: the output could not be written: "), err);
      assertEquals(1, err.lines().count(), err);
    }
  }

  @Tag("process")
  @Test
  void aPipeThatIsClosedIsNone() throws Exception {
    Process process = start(ProcessBuilder.Redirect.PIPE, "scan", dir);
    process.getInputStream().close();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(0, process.waitFor(), err);
    assertEquals("", err);
  }
}
