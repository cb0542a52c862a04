package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The example does what it says. */
final class DemoTest {

  @Test
  void eachEventPassesOnceADay() throws Exception {
    List<String> once = IntStream.range(0, 300).mapToObj(i -> "id-" + i).toList();

    assertEquals(Stream.concat(once.stream(), once.stream()).toList(), Demo.run(300));
  }
}
