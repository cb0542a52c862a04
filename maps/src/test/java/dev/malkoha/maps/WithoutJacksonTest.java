package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.maps.plain.Application;
import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no Jackson the module does all but {@link JacksonCodec}. */
final class WithoutJacksonTest {

  private static final String CODEC = JacksonCodec.class.getName();
  private static final String MAPPER = "tools.jackson.databind.ObjectMapper";
  private static final List<Path> PLACES =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Path::of)
          .filter(place -> !place.toString().contains("jackson"))
          .toList();

  @TempDir private Path directory;

  private static URL url(Path place) {
    try {
      return place.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(place + " has no URL", e);
    }
  }

  /** Runs the application as a loader gives it, which finds its classes where this test's are. */
  private void runs(ClassLoader parent, List<Path> places, String by)
      throws IOException, ReflectiveOperationException {
    URL[] urls = places.stream().map(WithoutJacksonTest::url).toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(urls, parent)) {
      Class<?> application = loader.loadClass(Application.class.getName());
      Object said =
          application.getMethod("run", Path.class).invoke(null, directory.resolve("data"));
      assertEquals("{kea=Bird[name=kea, legs=2]} by " + by, said.toString().replaceAll("@.*", ""));
      assertEquals(false, application.getMethod("has", String.class).invoke(null, MAPPER));
      Class<?> codec = loader.loadClass(CODEC);
      assertThrows(NoClassDefFoundError.class, codec::getMethods);
    }
  }

  @Test
  void theClassPathNeedsNone() throws IOException, ReflectiveOperationException {
    assertTrue(Application.has(MAPPER)); // here it is, and there it is not
    runs(ClassLoader.getPlatformClassLoader(), PLACES, "unnamed module ");
  }

  @Test
  void theModuleNeedsNone() throws IOException, ReflectiveOperationException {
    String name = "dev.malkoha.maps";
    Configuration found =
        ModuleLayer.boot()
            .configuration()
            .resolve(ModuleFinder.of(PLACES.toArray(Path[]::new)), ModuleFinder.of(), Set.of(name));
    assertFalse(found.findModule("tools.jackson.databind").isPresent());
    ModuleLayer layer =
        ModuleLayer.boot().defineModulesWithOneLoader(found, ClassLoader.getPlatformClassLoader());
    Path tests = Path.of("target", "test-classes").toAbsolutePath();
    runs(layer.findLoader(name), List.of(tests), "module " + name);
  }
}
