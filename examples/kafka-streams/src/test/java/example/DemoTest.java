package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The example does what it says. */
final class DemoTest {

  @Test
  void eachEventPassesOnceADayThoughTheApplicationIsKilled() throws Exception {
    List<String> once = IntStream.range(0, 300).mapToObj(i -> "id-" + i).toList();
    List<String> said = new CopyOnWriteArrayList<>();

    assertEquals(Stream.concat(once.stream(), once.stream()).toList(), Demo.run(300, said::add));
    assertTrue(said.contains("killed at event 225, 150 had come out"), said.toString());
    String back = said.getLast();
    assertTrue(
        back.matches("RUNNING \\d+\\.\\d s after its start, \\d+ records restored"),
        said.toString());
  }
}
