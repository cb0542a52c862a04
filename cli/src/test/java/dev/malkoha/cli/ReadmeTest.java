package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README shows: its example compiles as printed, its coordinates are those of the build.
 */
final class ReadmeTest {

  private static final Path ROOT = Path.of("..");

  /** What the pattern's first group matches first in a file. */
  private static String find(String file, String pattern) throws Exception {
    String text = Files.readString(ROOT.resolve(file), UTF_8);
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    assertTrue(matcher.find(), file + ": " + pattern);
    return matcher.group(1);
  }

  @Test
  void theExampleCompiles(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Example.java");
    Files.writeString(source, find("README.md", "```java\n(.*?)```"), UTF_8);
    Path engine = Path.of(Db.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-proc:none",
                "-cp",
                engine.toString(),
                "-d",
                folder.toString(),
                source.toString());

    assertEquals(0, code, said.toString(UTF_8));
    assertTrue(Files.exists(folder.resolve("example/Example.class")), said.toString(UTF_8));
  }

  @Test
  void theCoordinatesAreTheBuilds() throws Exception {
    String version = find("pom.xml", "<artifactId>malkoha</artifactId>\\s*<version>(.*?)<");

    String shown = "<artifactId>malkoha-engine</artifactId>\\s*<version>(.*?)<";
    assertEquals(version, find("README.md", shown));
    String micrometer = "<artifactId>malkoha-micrometer</artifactId>\\s*<version>(.*?)<";
    assertEquals(version, find("docs/observability.md", micrometer));
    String imported = "<artifactId>malkoha-bom</artifactId>\\s*<version>(.*?)<";
    assertEquals(version, find("docs/consumer/pom.xml", imported));
  }
}
