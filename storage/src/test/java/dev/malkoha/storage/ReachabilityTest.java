package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What native-image is told to keep is there. */
final class ReachabilityTest {

  private static final String DATA =
      "/META-INF/native-image/dev.malkoha/malkoha-storage/reachability-metadata.json";

  private static final Pattern METHOD =
      Pattern.compile("\"name\": \"(\\w+)\",\\s+\"parameterTypes\": \\[(.*)]");

  @Test
  void namesTheMethodsThatHandlesAreMadeOf() throws Exception {
    try (InputStream in = ReachabilityTest.class.getResourceAsStream(DATA)) {
      assertNotNull(in);
      String data = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<MatchResult> methods = METHOD.matcher(data).results().toList();
      assertEquals(List.of("load", "store"), methods.stream().map(m -> m.group(1)).toList());
      for (MatchResult method : methods) {
        assertEquals(
            "\"java.lang.foreign.MemorySegment\", \"long\", \"byte[]\", \"int\", \"int\"",
            method.group(2));
        assertNotNull(
            MappedCopy.class.getDeclaredMethod(
                method.group(1),
                MemorySegment.class,
                long.class,
                byte[].class,
                int.class,
                int.class));
      }
    }
  }
}
